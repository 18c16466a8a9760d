/** All fourteen operations as a caller makes them, and a record of what went over the wire. */
import type { operations } from '../../src/api/openapi.d.ts';
import {
  claimRewardGrant,
  type Client,
  createClient,
  createOtp,
  deleteActivity,
  deleteTimelineEntry,
  exportRawEvents,
  getCollection,
  getComponentsBreakdown,
  getInventory,
  getTapsBreakdown,
  listTimeline,
  listUsers,
  listWebhooks,
  reserveRewardCode,
  verifyOtp,
} from '../../src/api/index.ts';

export type OperationId = keyof operations;

/** Identifiers of records that the server under test has. */
export interface Records {
  entryId: number;
  activityId: string;
  rewardId: string;
  codeId: string;
  token: string;
  collectionId: string;
  collectionSlug: string;
}

export const calls: Record<OperationId, (client: Client, records: Records) => Promise<unknown>> = {
  listTimeline: (client, { collectionSlug }) =>
    listTimeline(client, {
      collection_slug: collectionSlug,
      token_id: 4711,
      min_date: '2020-01-01',
      max_date: '2100-01-01',
      limit: 1000,
      offset: 0,
      order: 'asc',
      order_by: 'created_at',
      include_count: true,
    }),
  deleteTimelineEntry: (client, { entryId }) => deleteTimelineEntry(client, entryId),
  deleteActivity: (client, { activityId }) => deleteActivity(client, activityId),
  reserveRewardCode: (client, { rewardId, codeId }) =>
    reserveRewardCode(client, { id: rewardId, codeId, reservedFor: 'shopper@example.com' }),
  claimRewardGrant: (client, { token }) => claimRewardGrant(client, token),
  createOtp: (client) => createOtp(client, { email: 'shopper@example.com', expires: 600 }),
  verifyOtp: (client) => verifyOtp(client, { email: 'shopper@example.com', code: '000000' }),
  listWebhooks: (client) => listWebhooks(client),
  getInventory: (client) => getInventory(client),
  listUsers: (client) => listUsers(client, { limit: 1000, order: 'asc' }),
  getCollection: (client, { collectionId }) => getCollection(client, collectionId),
  getComponentsBreakdown: (client) => getComponentsBreakdown(client, { device: 'mobile' }),
  getTapsBreakdown: (client) => getTapsBreakdown(client, { device: 'all' }),
  exportRawEvents: (client) => exportRawEvents(client, { date_from: '2020-01-01', limit: 10 }),
};

export interface Exchange {
  method: string;
  /** Path and query below the base URL. */
  target: string;
  headers: Headers;
  requestBody: unknown;
  status: number;
  responseBody: unknown;
}

const parse = (text: string): unknown => (text ? JSON.parse(text) : undefined);

/** A client whose exchanges can be looked at; the requests are real. */
export function recordingClient(baseUrl: string, apiKey: string): { client: Client; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const requestBody = parse(await request.clone().text());
      const response = await fetch(request);
      exchanges.push({
        method: request.method,
        target: request.url.slice(baseUrl.length),
        headers: request.headers,
        requestBody,
        status: response.status,
        responseBody: parse(await response.clone().text()),
      });
      return response;
    },
  });
  return { client, exchanges };
}
