import { type Client, createClient } from '../../api/client.ts';

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
    client = createClient({ baseUrl, apiKey });
    clients.set(key, client);
  }
  return client;
}
