import { type Client, createClient } from '../../api/client.ts';
import { isPreview, sampleFetch } from './preview.ts';
import { takeEarlyAnswer } from './early-requests.ts';
import type { Service } from './service.ts';

const clients = new Map<string, Client>();

/** One client for each service and key, so that elements with the same source share their requests. */
export function clientOf({ baseUrl, apiKey }: Service): Client {
  const key = `${baseUrl} ${apiKey}`;
  let client = clients.get(key);
  if (!client) {
    // Checked at each request: an editor may set its flag after the elements' scripts have run.
    client = createClient({
      baseUrl,
      apiKey,
      fetch: (...call) => (isPreview() ? sampleFetch(...call) : (takeEarlyAnswer(...call) ?? fetch(...call))),
    });
    clients.set(key, client);
  }
  return client;
}
