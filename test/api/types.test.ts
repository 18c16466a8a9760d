/** These hold if they compile; running them shows that the promises of the types are true. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AnyApiError,
  type Client,
  type Collection,
  exportRawEvents,
  GET,
  getCollection,
  isApiError,
  listTimeline,
  listUsers,
  schema,
  type TimelineQuery,
} from '../../src/api/index.ts';
import { open, rejection } from './support.ts';

/** Has no `default`, so it only compiles while all names are listed. */
function describeError(error: AnyApiError): string {
  switch (error.name) {
    case 'ServiceError':
    case 'HttpError':
      return `${error.status} ${error.code}`;
    case 'NetworkError':
    case 'TimeoutError':
    case 'AbortError':
    case 'ResponseTooLargeError':
      return error.code;
    case 'InvalidResponseError':
      return error.path;
    case 'InvalidArgumentError':
      return `${error.argument}: ${error.allowed}`;
    // @ts-expect-error -- a misspelt name
    case 'SeviceError':
      return '';
  }
}

describe('The types', () => {
  test('tell errors apart by their name', async () => {
    const { client } = await open();
    const missing = await rejection(getCollection(client, 'nobody-knows-it'));
    assert.ok(isApiError(missing));
    assert.equal(describeError(missing), '404 collection_not_found');
    const wrong = await rejection(listTimeline(client, { limit: 0 }));
    assert.ok(isApiError(wrong));
    assert.equal(describeError(wrong), 'limit: a number from 1 to 1000');
  });

  test('take undefined for what may be left out, and an interface as a query', async () => {
    const { client } = await open();
    interface Filter {
      limit: number;
      order?: string;
    }
    const filter: Filter = { limit: 1 };
    assert.equal((await listUsers(client, filter)).data?.length, 1);
    const query: TimelineQuery = { limit: 1, order: undefined, collection_slug: undefined };
    assert.equal(
      (await listTimeline(client, query, { timeout: undefined, signal: undefined })).data.length,
      1,
    );
    const events = await exportRawEvents(client, { date_from: '2000-01-01', limit: 1, action: undefined });
    assert.equal(events.data?.length, 1);
  });

  test('let an embedder read fields and call operations that the document does not show', async () => {
    const { client, shop } = await open();
    const { collectionId } = await shop.timeline({ count: 1 });
    const collection = await getCollection(client, collectionId);
    const { surprise } = collection as Collection & { surprise?: unknown };
    assert.equal(surprise, undefined);
    const listNames = (each: Client) =>
      each.request({
        ...GET,
        operation: 'listNames',
        path: '/v1/collections/{id}',
        params: { id: collectionId },
        schema: schema.object<{ name: string }>({ name: schema.string }),
      });
    assert.equal((await listNames(client)).name, collection.name);
  });
});
