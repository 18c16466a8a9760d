/** Reduces the service's resources to the fields that the elements need. */
import type { Client } from '../api/client.ts';
import {
  type Collection,
  image,
  type RewardCode,
  type RewardGrantClaim,
  text,
  type TimelineEntry,
  type TimelinePage,
  video,
} from '../api/models.ts';
import { GET } from '../api/reads.ts';
import { object, type Schema, unknown } from '../api/schema.ts';

type Header = Pick<
  Collection,
  'id' | 'name' | 'slug' | 'description' | 'keywords' | 'image' | 'video' | 'launch_date'
>;

/** Checks only the fields that are passed on: a mistake elsewhere in a collection must not block its story. */
const header: Schema<Header> = object<Header>({
  id: text,
  name: text,
  slug: text,
  description: text,
  keywords: unknown,
  image,
  video,
  launch_date: text,
});

const COLLECTION = ['id', 'name', 'slug', 'description', 'keywords', 'launch_date'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Copies the fields that are present. */
function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const source = value as Fields;
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(source, name) ? [[name, source[name]]] : [])),
  );
}

const MEDIUM = ['url', 'poster_url'];
const GALLERY_ITEM = ['url', 'file_type', 'poster_url', 'order'];

/** Copies images and videos. Absent and null stay as they are. */
function media(source: Fields): Record<string, unknown> {
  return Object.fromEntries(
    ['image', 'video'].flatMap((name) => {
      if (!Object.hasOwn(source, name)) return [];
      const value = source[name];
      return [[name, value === null ? null : pick(value, MEDIUM)]];
    }),
  );
}

/** Reads a collection and reduces it to the public fields and those in `extra`. */
export async function readCollection(
  client: Client,
  id: string,
  extra: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const collection = await client.request<Header>({
    ...GET,
    operation: 'getCollection',
    path: '/v1/collections/{id}',
    params: { id },
    schema: header,
  });
  return { ...pick(collection, COLLECTION), ...media(collection), ...pick(collection, extra) };
}

const ENTRY = ['id', 'type', 'created_at', 'title', 'content', 'location', 'token_id', 'updated_at'];

/** Reduces a page of a timeline to its public fields. `user_id` is left out, because it says who did something. */
export function projectTimeline({ data, pagination }: TimelinePage): Record<string, unknown> {
  return { data: data.map(projectEntry), pagination: scalars(pagination) };
}

/**
 * The document does not show the contents of `pagination`. Numbers and cursors are passed on, but no addresses,
 * which would lead around the gateway.
 */
function scalars(source: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) =>
      typeof value === 'string'
        ? value.length <= 200 && !/^\w+:|^\//.test(value)
        : value === null || typeof value === 'number' || typeof value === 'boolean',
    ),
  );
}

function projectEntry(entry: TimelineEntry): Record<string, unknown> {
  const { gallery } = entry;
  return {
    ...pick(entry, ENTRY),
    ...media(entry),
    ...(gallery !== undefined && { gallery: gallery?.map((item) => pick(item, GALLERY_ITEM)) ?? null }),
  };
}

const CLAIM = ['grantId', 'rewardId', 'discountCode', 'codeType', 'valueType', 'value', 'scope'];
const EXTERNAL_ID = ['system', 'externalId', 'externalCodeId'];

/** Reduces a claim result to its documented fields. */
export const projectClaim = (claim: RewardGrantClaim): RewardGrantClaim => ({
  ...pick(claim, CLAIM),
  ...(claim.externalIds && { externalIds: claim.externalIds.map((item) => pick(item, EXTERNAL_ID)) }),
});

const CODE = ['id', 'rewardId', 'code', 'status', 'expiresAt'];

/** Reduces a reserved code to the fields that its element shows. `reservedFor` may only be the shopper's own address. */
export function projectCode(code: RewardCode, email: string): RewardCode {
  const isOwn = code.reservedFor?.trim().toLowerCase() === email;
  return { ...pick(code, CODE), ...(isOwn && { reservedFor: email }) };
}
