import type { Client, RequestOptions } from './client.ts';
import { unknown } from './schema.ts';

/**
 * `DELETE /v1/activities/{id}` (section Endpoints). The document does not show the response, so any JSON or text is
 * returned unchanged, and null for an empty response.
 *
 * @throws InvalidArgumentError if `id` is empty, or a number that is not a safe integer
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * await deleteActivity(client, 17);
 */
export async function deleteActivity(
  client: Client,
  id: string | number,
  options?: RequestOptions,
): Promise<unknown> {
  return client.request(
    {
      operation: 'deleteActivity',
      method: 'DELETE',
      path: '/v1/activities/{id}',
      params: { id },
      schema: unknown,
    },
    options,
  );
}
