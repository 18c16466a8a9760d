import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { createClient } from '../../src/api/index.ts';
import { createReservations } from '../../src/gateway/reservations.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { allOptions } from './options.ts';

const MARA = { email: 'mara@shop.example' };
const JONAS = { email: 'jonas@shop.example' };

describe('reservations of the gateway', () => {
  let sandbox: Sandbox;
  let shop: TestShop;
  before(async () => {
    sandbox = await startSandbox({ seed: false });
    shop = await openShop(sandbox.url);
  });
  after(() => sandbox.close());

  const open = (claim = 5000) => {
    const client = createClient({ baseUrl: shop.url, apiKey: shop.key });
    return createReservations({ client, options: allOptions({ timeouts: { claim } }) });
  };

  test('are for the email address of the session', async () => {
    const { rewardId, codeId } = await shop.rewardCode();
    const code = await open().reserve(rewardId, codeId, MARA);
    assert.deepEqual([code?.id, code?.status, code?.reservedFor], [codeId, 'reserved', MARA.email]);
  });

  test('give null where the service gives null, and ask again the next time', async () => {
    const { rewardId, codeId } = await shop.rewardCode();
    const reservations = open();
    await reservations.reserve(rewardId, codeId, MARA);
    const before = (await shop.requests('reserveRewardCode')).length;
    assert.equal(await reservations.reserve(rewardId, codeId, JONAS), null);
    assert.equal(await reservations.reserve(rewardId, codeId, JONAS), null);
    assert.equal((await shop.requests('reserveRewardCode')).length, before + 2);
  });

  test('that come at the same time for one code and one person are asked for once', async () => {
    const { rewardId, codeId } = await shop.rewardCode();
    const reservations = open();
    const before = (await shop.requests('reserveRewardCode')).length;
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => reservations.reserve(rewardId, codeId, MARA)),
    );
    assert.deepEqual([...new Set(codes.map((code) => code?.reservedFor))], [MARA.email]);
    assert.equal((await shop.requests('reserveRewardCode')).length, before + 1);
  });

  test('of several people are never mixed up', async () => {
    const { rewardId, codeId } = await shop.rewardCode();
    const reservations = open();
    const codes = await Promise.all([
      reservations.reserve(rewardId, codeId, MARA),
      reservations.reserve(rewardId, codeId, JONAS),
    ]);
    assert.equal(codes.filter((code) => code !== null).length, 1);
  });

  test('pass on a refusal, and can be tried again after an answer that was lost', async () => {
    const redeemed = await shop.rewardCode({ status: 'redeemed' });
    const reservations = open();
    await assert.rejects(reservations.reserve(redeemed.rewardId, redeemed.codeId, MARA), {
      name: 'ServiceError',
      code: 'code_not_available',
    });
    const { rewardId, codeId } = await shop.rewardCode();
    await shop.fault({ operation: 'reserveRewardCode', fault: 'drop-after' });
    await assert.rejects(reservations.reserve(rewardId, codeId, MARA), { name: 'NetworkError' });
    assert.equal((await reservations.reserve(rewardId, codeId, MARA))?.reservedFor, MARA.email);
  });
});
