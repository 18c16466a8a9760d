import type { Client, RequestOptions } from './client.ts';
import { count, image, type InventoryItem, text, type Webhook } from './models.ts';
import { GET } from './reads.ts';
import { array, boolean, maybe, object, type Schema, string } from './schema.ts';

const webhooks: Schema<Webhook[]> = array(
  object<Webhook>({
    id: text,
    url: text,
    events: maybe(array(string)),
    is_enabled: maybe(boolean),
    created_at: text,
    name: text,
    retry_count: count,
    timeout_ms: count,
    updated_at: text,
  }),
);

const inventory: Schema<InventoryItem[]> = array(
  object<InventoryItem>({
    team_id: text,
    total_purchased: count,
    total_reserved: count,
    total_damaged: count,
    total_available: count,
    chip: maybe(
      object<NonNullable<InventoryItem['chip']>>({
        id: count,
        name: text,
        category: text,
        image,
        sku: text,
      }),
    ),
  }),
);

/**
 * `GET /v1/team/webhooks`: the team's webhooks (section Webhook).
 *
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const enabled = (await listWebhooks(client)).filter((webhook) => webhook.is_enabled);
 */
export async function listWebhooks(client: Client, options?: RequestOptions): Promise<Webhook[]> {
  return client.request(
    { ...GET, operation: 'listWebhooks', path: '/v1/team/webhooks', schema: webhooks },
    options,
  );
}

/**
 * `GET /v1/team/inventory`: the team's inventory (section Inventory item).
 *
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * for (const { chip, total_available } of await getInventory(client)) show(chip?.sku, total_available);
 */
export async function getInventory(client: Client, options?: RequestOptions): Promise<InventoryItem[]> {
  return client.request(
    { ...GET, operation: 'getInventory', path: '/v1/team/inventory', schema: inventory },
    options,
  );
}
