import type { Client, RequestOptions } from './client.ts';
import { unknown } from './schema.ts';

/**
 * `DELETE /v1/activities/{id}` (section Endpoints). The document does not show the answer, so any JSON is returned
 * unchanged.
 */
export async function deleteActivity(
  client: Client,
  id: string | number,
  options?: RequestOptions,
): Promise<unknown> {
  return client.request(
    { method: 'DELETE', path: '/v1/activities/{id}', params: { id }, schema: unknown },
    options,
  );
}
