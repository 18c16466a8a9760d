import type { Client, RequestOptions } from './client.ts';
import { type Collection, count, image, text, video } from './models.ts';
import { GET } from './reads.ts';
import { anyObject, array, maybe, object, type Schema, string, unknown } from './schema.ts';

type Redirect = NonNullable<Collection['redirect_conditions']>[number];
type RedirectGroup = NonNullable<Redirect['conditions']>;
type RedirectTerm = NonNullable<RedirectGroup['conditions']>[number];
type RedirectValue = NonNullable<RedirectTerm['value']>;

const redirectAction = maybe(
  object<NonNullable<Redirect['onTrue']>>({
    type: text,
    redirectType: text,
    redirectUrl: text,
    layoutId: text,
    layoutTitle: text,
  }),
);

const redirectCondition = object<Redirect>({
  id: text,
  title: text,
  conditions: maybe(
    object<RedirectGroup>({
      type: text,
      conjunction: text,
      conditions: maybe(
        array(
          object<RedirectTerm>({
            type: text,
            field: text,
            operator: text,
            value: maybe(
              object<RedirectValue>({
                date: text,
                time: maybe(
                  object<NonNullable<RedirectValue['time']>>({ hour: count, minute: count, period: text }),
                ),
                timezone: text,
              }),
            ),
          }),
        ),
      ),
    }),
  ),
  onTrue: redirectAction,
  onFalse: redirectAction,
});

export const collectionSchema: Schema<Collection> = object<Collection>({
  id: text,
  name: text,
  status: text,
  slug: text,
  created_at: text,
  link_methods: maybe(array(string)),
  description: text,
  quantity: count,
  touchpoint_role: text,
  keywords: unknown,
  redirect_type: text,
  redirect_url: text,
  layout_id: text,
  app_id: count,
  redirect_conditions: maybe(array(redirectCondition)),
  registration_form_id: text,
  registration_settings: maybe(anyObject),
  timeline_settings: maybe(anyObject),
  image,
  video,
  share_image: image,
  gallery: maybe(
    array(
      object<NonNullable<Collection['gallery']>[number]>({
        url: text,
        file_type: text,
        poster_url: text,
        order: count,
        tags: unknown,
        variants: unknown,
      }),
    ),
  ),
  product_name_template: text,
  retail_settings: maybe(anyObject),
  launch_date: text,
  attributes: unknown,
  variants: unknown,
  updated_at: text,
});

/**
 * `GET /v1/collections/{id}`: a product collection (section Collection).
 *
 * @throws InvalidArgumentError if `id` is empty
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { name } = await getCollection(client, 'col_nordlicht');
 */
export async function getCollection(
  client: Client,
  id: string,
  options?: RequestOptions,
): Promise<Collection> {
  return client.request(
    {
      ...GET,
      operation: 'getCollection',
      path: '/v1/collections/{id}',
      params: { id },
      schema: collectionSchema,
    },
    options,
  );
}
