import type { Client, Query, RequestOptions } from './client.ts';
import { count, image, text, type User, type UserPage } from './models.ts';
import { GET } from './reads.ts';
import { anyObject, array, maybe, object, type Schema } from './schema.ts';

const userPage: Schema<UserPage> = object<UserPage>({
  data: maybe(
    array(
      object<User>({
        id: text,
        email: text,
        created_at: text,
        phone: text,
        metadata: maybe(anyObject),
        avatar: image,
        app_id: count,
        team_id: text,
        last_login_at: text,
        login_count: count,
        updated_at: text,
      }),
    ),
  ),
  pagination: maybe(anyObject),
});

/**
 * `GET /v1/users` (section GET /v1/users query parameters). The document does not show the names of its two
 * parameters (an integer from 1 to 1000, and an order, asc or desc), so `query` is sent unchanged.
 *
 * @throws InvalidArgumentError if `query` holds something other than strings, finite numbers and booleans
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { data } = await listUsers(client);
 */
export async function listUsers(client: Client, query?: Query, options?: RequestOptions): Promise<UserPage> {
  return client.request(
    { ...GET, operation: 'listUsers', path: '/v1/users', query, schema: userPage },
    options,
  );
}
