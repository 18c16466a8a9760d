/** Many who ask for the same at the same time. */
import { createClient, listTimeline } from '../../src/api/index.ts';
import type { TestShop } from '../../test/helpers/control.ts';

export interface Shared {
  callers: number;
  /** The requests that the service counted. */
  requests: number;
  /** The number of different objects that the callers received. */
  results: number;
  /** Counted for one more caller when all have their answer; shows that the service counts. */
  later: number;
}

export async function readInParallel(shop: TestShop, callers: number): Promise<Shared> {
  const client = createClient({ baseUrl: shop.url, apiKey: shop.key });
  const query = { collection_slug: 'nordlicht-aw26', limit: 50 };
  const ask = () => listTimeline(client, query);
  const counted = async () => (await shop.requests('listTimeline')).length;
  const results = new Set(await Promise.all(Array.from({ length: callers }, ask)));
  const requests = await counted();
  await ask();
  return { callers, requests, results: results.size, later: (await counted()) - requests };
}
