/** Reduces the service's resources to the fields that the elements need. */
import type { Client } from '../api/client.ts';
import type { Collection, RewardCode, RewardGrantClaim, TimelinePage } from '../api/models.ts';
import { image, text, video } from '../api/models.ts';
import { GET } from '../api/reads.ts';
import { object, unknown } from '../api/schema.ts';

interface Shape {
  /** The fields to copy. */
  fields: readonly string[];
  /** The fields that hold objects, or lists of objects, with their own shape. */
  nested?: Readonly<Record<string, Shape>>;
}

/** Copies the fields that are present. Null stays null. */
function project<T>(value: T, shape: Shape): T {
  if (Array.isArray(value)) return value.map((item: unknown) => project(item, shape)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { fields, nested = {} } = shape;
  const source = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of fields) if (Object.hasOwn(source, name)) copy[name] = source[name];
  for (const [name, inner] of Object.entries(nested))
    if (Object.hasOwn(source, name)) copy[name] = project(source[name], inner);
  return copy as T;
}

const MEDIUM: Shape = { fields: ['url', 'poster_url'] };
const MEDIA = { image: MEDIUM, video: MEDIUM };

const COLLECTION = ['id', 'name', 'slug', 'description', 'keywords', 'launch_date'] as const;

/** Checks only the fields that are passed on: a mistake elsewhere in a collection must not block its story. */
const header = object<Pick<Collection, (typeof COLLECTION)[number] | keyof typeof MEDIA>>({
  id: text,
  name: text,
  slug: text,
  description: text,
  keywords: unknown,
  image,
  video,
  launch_date: text,
});

/** Reads a collection and reduces it to the public fields and those in `extra`. */
export async function readCollection(
  client: Client,
  id: string,
  extra: readonly string[] = [],
): Promise<unknown> {
  const collection = await client.request({
    ...GET,
    operation: 'getCollection',
    path: '/v1/collections/{id}',
    params: { id },
    schema: header,
  });
  return project(collection, { fields: [...extra, ...COLLECTION], nested: MEDIA });
}

/** `user_id` is left out, because it says who did something. */
const ENTRY: Shape = {
  fields: ['id', 'type', 'created_at', 'title', 'content', 'location', 'token_id', 'updated_at'],
  nested: { ...MEDIA, gallery: { fields: ['url', 'file_type', 'poster_url', 'order'] } },
};

/** Reduces a page of a timeline to its public fields. */
export const projectTimeline = ({ data, pagination }: TimelinePage): unknown => ({
  data: project(data, ENTRY),
  pagination: scalars(pagination),
});

/**
 * The document does not show the contents of `pagination`. Numbers and cursors are passed on, but not addresses,
 * which would bypass the gateway.
 */
const scalars = (source: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(source).filter(([, value]) =>
      typeof value === 'string'
        ? value.length <= 200 && !/^\w+:|^\//.test(value)
        : value === null || typeof value === 'number' || typeof value === 'boolean',
    ),
  );

const CLAIM: Shape = {
  fields: ['grantId', 'rewardId', 'discountCode', 'codeType', 'valueType', 'value', 'scope'],
  nested: { externalIds: { fields: ['system', 'externalId', 'externalCodeId'] } },
};

/** Reduces a claim result to its documented fields. */
export const projectClaim = (claim: RewardGrantClaim): RewardGrantClaim => project(claim, CLAIM);

const CODE: Shape = { fields: ['id', 'rewardId', 'code', 'status', 'expiresAt'] };

/** Reduces a reserved code to the fields that its element shows. `reservedFor` may only be the shopper's own address. */
export const projectCode = (code: RewardCode, email: string): RewardCode => ({
  ...project(code, CODE),
  ...(code.reservedFor?.trim().toLowerCase() === email && { reservedFor: email }),
});
