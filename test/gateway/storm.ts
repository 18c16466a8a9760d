/** 2,000 claims over two instances of the gateway, while everything between them and the service fails by chance. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop, type Grant, type GrantRecord, type TestShop } from '../helpers/control.ts';
import { startCluster, startRedis, withoutRedis } from '../helpers/redis.ts';
import { CLAIM_TIMEOUT, PATIENCE, pause, press, retrieve, startClaimInstance } from './claim-instances.ts';
import type { Instance } from './instances.ts';
import { startRelay } from './relay.ts';
import { ask, closeConnections } from './storm-http.ts';
import { faultsOf } from './storm-luck.ts';
import type { Outcome, Seen, StormReport } from './storm-report.ts';

/** Tokens that are being claimed at the same time, and shoppers (tabs, double clicks) that claim each of them. */
const TOKENS_AT_ONCE = 40;
const CALLERS = 3;

export interface StormSettings {
  seed: number;
  claims: number;
  repeats: 'refused' | 'same-result';
  afterLostAnswer: 'stop' | 'repeat';
  /** Also kills the store in the storm: a node of a Redis Cluster with replicas. */
  killsNode?: boolean;
}

/** Runs `work` for every item, at most `width` at the same time. */
async function forAll<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
) {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

interface Storage {
  name: string;
  store: string;
  /** Kills the node that the test kills during the storm. */
  kill?: () => Promise<void>;
  close: () => Promise<void>;
}

async function openStorage({ killsNode }: StormSettings): Promise<Storage> {
  if (killsNode) {
    const { url, nodes, stop } = await startCluster(1);
    return { name: 'a Redis Cluster', store: url, kill: () => nodes[0]!.kill(), close: stop };
  }
  if (!withoutRedis) {
    const redis = await startRedis();
    return { name: 'a real Redis', store: redis.url, close: redis.stop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'claims-'));
  return {
    name: 'the file store, because this machine has no redis-server',
    store: `file:${folder}`,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function storm(settings: StormSettings): Promise<StormReport> {
  const sandbox = await startSandbox({ seed: false });
  const relay = await startRelay(sandbox.url, CLAIM_TIMEOUT);
  const shop = await openShop(sandbox.url);
  const storage = await openStorage(settings);
  const instances: Instance[] = [];
  try {
    const { store } = storage;
    for (const _ of [1, 2])
      instances.push(await startClaimInstance(relay.url, shop.key, store, settings.afterLostAnswer));
    const tokens = await prepare(shop, settings);
    const started = performance.now();
    const { seen, broken } = await claimAll(instances, tokens, settings, storage);
    // Removes the remaining faults, so that the following answers show the final results.
    await shop.clearFaults();
    const last = new Map<string, Seen>();
    await forAll(tokens, TOKENS_AT_ONCE, async (token, index) => {
      last.set(token, await retrieve(instances, token, index));
    });
    const duration = performance.now() - started;
    const { asked, overlaps } = await relay.report();
    const outcomes: Outcome[] = [];
    await forAll(tokens, 20, async (token) => {
      outcomes.push({
        token,
        record: (await ask('GET', `${shop.url}/sandbox/grants/${token}`)).body as GrantRecord,
        asked: asked.get(token) ?? 0,
        seen: seen.get(token) ?? [],
        last: last.get(token)!,
      });
    });
    const exitCodes = await Promise.all(instances.splice(0).map((instance) => stopped(instance)));
    return {
      store: storage.name,
      outcomes,
      requests: (await shop.requests('claimRewardGrant')).length,
      overlaps,
      broken,
      logged: exitCodes.map(({ output }) => output).join('\n'),
      exitCodes: exitCodes.map(({ code }) => code),
      duration,
    };
  } finally {
    for (const instance of instances) await instance.stop();
    closeConnections();
    await relay.close();
    await storage.close();
    await sandbox.close();
  }
}

async function stopped(instance: Instance): Promise<{ code: number | null; output: string }> {
  const code = await instance.stop();
  return { code, output: instance.output() };
}

/** Creates the grants and the faults of the first requests. */
async function prepare(shop: TestShop, { seed, claims, repeats }: StormSettings): Promise<string[]> {
  const tokens: string[] = [];
  await forAll(Array.from({ length: claims }), 20, async () => {
    const { body } = await ask('POST', `${shop.url}/sandbox/grants`, { repeats });
    tokens.push((body as Grant).token);
  });
  // Nearly one after the other: faults take effect in the order in which they are added.
  await forAll(faultsOf(seed, claims, CLAIM_TIMEOUT), 4, async (fault) => {
    await ask('POST', `${shop.url}/sandbox/faults`, {
      ...fault,
      operation: 'claimRewardGrant',
      key: shop.key,
    });
  });
  return tokens;
}

/** Every token by several callers, while the first instance is killed twice. */
async function claimAll(
  instances: readonly Instance[],
  tokens: readonly string[],
  { afterLostAnswer }: StormSettings,
  { kill: killNode }: Storage,
): Promise<{ seen: Map<string, Seen[]>; broken: StormReport['broken'] }> {
  const seen = new Map<string, Seen[]>();
  const broken: StormReport['broken'] = [0, 0, 0];
  const killAt = [Math.floor(tokens.length / 3), Math.floor((tokens.length * 2) / 3)];
  let kills = Promise.resolve();
  let killed: 0 | 1 | 2 = 0;
  let done = 0;

  async function shopper(token: string, at: number): Promise<void> {
    const answers = seen.get(token)!;
    const end = performance.now() + PATIENCE;
    for (let tries = 0; performance.now() < end; tries++) {
      const answer = await press(instances[(at + tries) % instances.length]!, token);
      answers.push(answer);
      if (answer.status === 0) broken[killed] += 1;
      if (answer.status === 200) return;
      const goesOn =
        answer.status === 0 ||
        answer.status === 503 ||
        (answer.code === 'claim_unconfirmed' && afterLostAnswer === 'repeat');
      if (!goesOn) return;
      await pause(50 + 50 * Math.min(tries, 10));
    }
  }

  await forAll(tokens, TOKENS_AT_ONCE, async (token, index) => {
    seen.set(token, []);
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => shopper(token, index + caller)));
    done += 1;
    if (killNode && done === Math.floor(tokens.length / 2)) kills = kills.then(killNode);
    // The second kill waits until the instance has restarted after the first one.
    if (killAt.includes(done))
      kills = kills.then(() => {
        killed = killed === 0 ? 1 : 2;
        return instances[0]!.killAndRestart();
      });
  });
  await kills;
  return { seen, broken };
}
