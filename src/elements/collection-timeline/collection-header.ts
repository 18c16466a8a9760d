/** Reads the parts of a collection that the header shows. */
import type { Client } from '../../api/client.ts';
import { type Collection, image, text, video } from '../../api/models.ts';
import { GET } from '../../api/reads.ts';
import { object, type Schema, unknown } from '../../api/schema.ts';

type Header = Pick<
  Collection,
  'name' | 'slug' | 'description' | 'keywords' | 'image' | 'video' | 'launch_date'
>;

/** A wrong value in any other field of a collection must not hide its story. */
export const headerSchema: Schema<Header> = object<Header>({
  name: text,
  slug: text,
  description: text,
  keywords: unknown,
  image,
  video,
  launch_date: text,
});

export const getHeader = (client: Client, id: string, signal: AbortSignal): Promise<Collection> =>
  client.request(
    {
      ...GET,
      operation: 'getCollection',
      path: '/v1/collections/{id}',
      params: { id },
      schema: headerSchema,
    },
    { signal },
  );
