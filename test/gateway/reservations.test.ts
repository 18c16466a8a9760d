import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fetchVia, openGateway, type TestGateway } from './support.ts';

const MARA = 'mara@shop.example';
const JONAS = 'jonas@shop.example';

describe('reservations of the gateway', () => {
  let gateway: TestGateway;
  let mara: string;
  let jonas: string;
  before(async () => {
    gateway = await openGateway({ reserve: true });
    mara = await gateway.login(MARA);
    jonas = await gateway.login(JONAS);
  });

  const newRoute = async (code?: Record<string, unknown>) => {
    const { rewardId, codeId } = await gateway.shop.rewardCode(code);
    return `POST /v1/rewards/${rewardId}/codes/${codeId}/reserve`;
  };
  const asked = async () => (await gateway.shop.requests('reserveRewardCode')).length;

  test('are for the email address of the session', async () => {
    const { status, body } = await gateway.call(await newRoute(), { token: mara });
    assert.deepEqual([status, body.status, body.reservedFor], [200, 'reserved', MARA]);
  });

  test('give null where the service gives null, and ask again the next time', async () => {
    const route = await newRoute();
    await gateway.call(route, { token: mara });
    const before = await asked();
    for (let time = 0; time < 2; time++) {
      const { status, text } = await gateway.call(route, { token: jonas });
      assert.deepEqual([status, text], [200, 'null']);
    }
    assert.equal(await asked(), before + 2);
  });

  test('of several people are never mixed up', async () => {
    const route = await newRoute();
    const answers = await Promise.all([mara, jonas].map((token) => gateway.call(route, { token })));
    assert.equal(answers.filter(({ text }) => text !== 'null').length, 1);
  });

  test('do not wait for an earlier one, whose request may never end', async () => {
    const route = await newRoute();
    const sent = Promise.withResolvers<undefined>();
    const gone = Promise.withResolvers<Response>();
    const send = fetchVia(gateway.sandbox.url);
    let requests = 0;
    const { call } = await openGateway(
      {
        reserve: true,
        fetch(...request) {
          if (++requests > 1) return send(...request);
          sent.resolve(undefined);
          return gone.promise;
        },
      },
      gateway,
    );
    const first = call(route, { token: mara });
    await sent.promise;
    assert.equal((await call(route, { token: mara })).body.reservedFor, MARA);
    gone.reject(new TypeError('The connection was lost.'));
    assert.equal((await first).status, 502);
  });

  test('pass on a refusal, and can be tried again after an answer that was lost', async () => {
    const refused = await gateway.call(await newRoute({ status: 'redeemed' }), { token: mara });
    assert.equal(refused.body.code, 'code_not_available');
    const route = await newRoute();
    await gateway.shop.fault({ operation: 'reserveRewardCode', fault: 'drop-after' });
    assert.equal((await gateway.call(route, { token: mara })).status, 502);
    assert.equal((await gateway.call(route, { token: mara })).body.reservedFor, MARA);
  });
});
