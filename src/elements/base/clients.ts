import { type Client, createClient } from '../../api/client.ts';
import { isPreview } from './preview.ts';
import { sampleFetch } from './preview-part.ts';

/** Where the service is, checked. */
export interface Service {
  baseUrl: string;
  apiKey: string;
}

const clients = new Map<string, Client>();

/** One client per service and key, so that elements with the same source share their requests. */
export function clientOf({ baseUrl, apiKey }: Service): Client {
  const key = `${baseUrl} ${apiKey}`;
  let client = clients.get(key);
  if (!client) {
    // Asked at each request: an editor may say late that it is one.
    client = createClient({
      baseUrl,
      apiKey,
      fetch: (...call) => (isPreview() ? sampleFetch : fetch)(...call),
    });
    clients.set(key, client);
  }
  return client;
}
