/** Two instances of the gateway share a store. One is killed (`kill -9`) while it holds claims. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop, type Fault, type TestShop } from '../helpers/control.ts';
import { type Gate, startGate } from '../helpers/gate.ts';
import { pause, press, retrieve, startClaimInstance } from './claim-instances.ts';
import type { Instance } from './instances.ts';
import { closeConnections } from './storm-http.ts';

const FAULTS: Omit<Fault, 'operation'>[] = [
  { fault: 'drop-before' },
  { fault: 'drop-after' },
  { fault: 'truncated-body' },
  { fault: 'status', status: 502 },
];

const requestOf = (token: string) => new RegExp(`^POST \\S+/${token}/claim `);

for (const { repeats, afterLostAnswer, name } of [
  { repeats: 'refused', afterLostAnswer: 'stop', name: 'that does not ask again' },
  { repeats: 'same-result', afterLostAnswer: 'repeat', name: 'that asks again' },
] as const)
  describe(`A gateway ${name} after a lost answer`, () => {
    let sandbox: Sandbox;
    let gate: Gate;
    let shop: TestShop;
    let folder: string;
    let instances: [Instance, Instance];
    /** The discount codes that were granted. */
    const codes = new Set<string>();
    const tokens: string[] = [];

    before(async () => {
      sandbox = await startSandbox({ seed: false });
      gate = await startGate(sandbox.url);
      shop = await openShop(sandbox.url);
      folder = await mkdtemp(join(tmpdir(), 'killed-instance-'));
      // Longer than a kill takes on a busy machine.
      const start = () => startClaimInstance(gate.url, shop.key, `file:${folder}`, afterLostAnswer, 10_000);
      instances = await Promise.all([start(), start()]);
    });
    after(async () => {
      closeConnections();
      await Promise.all(instances.map((instance) => instance.stop()));
      await gate.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function newToken(): Promise<string> {
      const { token } = await shop.grant({ repeats });
      tokens.push(token);
      return token;
    }
    const asked = async (): Promise<number> => (await shop.requests('claimRewardGrant')).length;

    /** Checks the answers that every shopper gets from now on, from both instances. */
    async function assertOutcome(token: string, claimsBefore: number): Promise<void> {
      const seen = [await retrieve(instances, token, 0), await retrieve(instances, token, 1)];
      const { claims, discountCode } = await shop.grantRecord(token);
      if (discountCode) codes.add(discountCode);
      const shown = seen.map((each) => [each.status, each.code, each.discountCode]);
      if (afterLostAnswer === 'repeat') {
        assert.deepEqual(shown, Array(2).fill([200, '', discountCode]));
        assert.equal(claims, 1, 'granted once');
      } else {
        assert.deepEqual(shown, Array(2).fill([502, 'claim_unconfirmed', undefined]));
        assert.equal(claims, claimsBefore, 'not granted again');
      }
    }

    test('answers every claim that a killed instance held: before the service had it, at the service, and answered', async () => {
      const [atService, unsent, answered] = [await newToken(), await newToken(), await newToken()];
      const [killed, other] = instances;
      const before = await asked();
      // The answers do not reach the instance, however slow this machine is.
      gate.hold('answer', requestOf(atService));
      const heldRequest = gate.hold('request', requestOf(unsent));
      const heldAnswer = gate.hold('answer', requestOf(answered));
      await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 700 });
      const lost = [press(killed, atService)];
      while ((await asked()) === before) await pause(20);
      // The other instance waits for as long as the claims may take, from now on.
      const waiting = [press(other, atService)];
      lost.push(press(killed, unsent), press(killed, answered));
      await Promise.all([heldRequest.held, heldAnswer.held]);
      waiting.push(press(other, unsent), press(other, answered));
      await killed.killAndRestart();

      for (const { status } of await Promise.all(lost)) assert.equal(status, 0, 'the connection broke');
      for (const { status, code } of await Promise.all(waiting))
        assert.notEqual(`${status} ${code}`, '200 ', 'no result that nobody can know');
      // The service completes a request whose connection broke.
      while ((await shop.grantRecord(atService)).claims === 0);
      await assertOutcome(unsent, 0);
      await assertOutcome(atService, 1);
      await assertOutcome(answered, 1);
      const again = afterLostAnswer === 'repeat' ? 3 : 0;
      assert.equal(await asked(), before + 2 + again, 'each was asked for once more at the most');
    });

    for (const fault of FAULTS)
      test(`answers three callers of both instances alike after the fault ${fault.fault}`, async () => {
        const token = await newToken();
        const before = await asked();
        await shop.fault({ operation: 'claimRewardGrant', ...fault });
        const seen = await Promise.all([0, 1, 0].map((index) => press(instances[index]!, token)));
        const lost = seen.filter(({ code }) => code === 'claim_unconfirmed');
        assert.ok(lost.length > 0, JSON.stringify(seen));
        await assertOutcome(token, fault.fault === 'drop-after' || fault.fault === 'truncated-body' ? 1 : 0);
        assert.equal(await asked(), before + (afterLostAnswer === 'repeat' ? 2 : 1));
      });

    test('logs neither a token nor a code', () => {
      const logged = instances.map((instance) => instance.output()).join('\n');
      assert.match(logged, /"event":"claim_unconfirmed"/);
      assert.equal(tokens.length, 3 + FAULTS.length);
      assert.ok(codes.size > 0);
      for (const secret of [...tokens, ...codes]) assert.ok(!logged.includes(secret));
    });
  });
