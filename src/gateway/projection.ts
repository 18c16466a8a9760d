/** What goes out of what the service knows: the fields that the elements need. */
import type { Client } from '../api/client.ts';
import { type Collection, image, text, type TimelineEntry, type TimelinePage, video } from '../api/models.ts';
import { GET } from '../api/reads.ts';
import { object, type Schema, unknown } from '../api/schema.ts';

type Header = Pick<
  Collection,
  'id' | 'name' | 'slug' | 'description' | 'keywords' | 'image' | 'video' | 'launch_date'
>;

/** Of a collection only what goes out is checked: what else is wrong in it keeps no story from the shopper. */
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

/** The fields that are there. */
function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const source = value as Fields;
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(source, name) ? [[name, source[name]]] : [])),
  );
}

const MEDIUM = ['url', 'poster_url'];
const GALLERY_ITEM = ['url', 'file_type', 'poster_url', 'order'];

/** Pictures and films: absent and null stay what they are. */
function media(source: Fields): Record<string, unknown> {
  return Object.fromEntries(
    ['image', 'video'].flatMap((name) => {
      if (!Object.hasOwn(source, name)) return [];
      const value = source[name];
      return [[name, value === null ? null : pick(value, MEDIUM)]];
    }),
  );
}

/** A collection as it goes out, with more of its fields where `extra` names them. */
export async function readCollection(
  client: Client,
  id: string,
  extra: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const collection = await client.request<Header>({
    ...GET,
    path: '/v1/collections/{id}',
    params: { id },
    schema: header,
  });
  return { ...pick(collection, COLLECTION), ...media(collection), ...pick(collection, extra) };
}

const ENTRY = ['id', 'type', 'created_at', 'title', 'content', 'location', 'token_id', 'updated_at'];

/** A page of a timeline as it goes out: without `user_id`, which says who did something. */
export function projectTimeline({ data, pagination }: TimelinePage): Record<string, unknown> {
  return { data: data.map(projectEntry), pagination: scalars(pagination) };
}

/** What is in it is not shown; numbers and cursors go out, and no address that leads around the gateway. */
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
