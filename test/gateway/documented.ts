/** Settings as docs/gateway.md and demo/gateway/ give them, with the addresses and files of a test. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestShop } from '../helpers/control.ts';
import { atEnd, type Reply } from './support.ts';

/** The origin of the shop's pages in the document. */
export const ORIGIN = 'https://shop.example';

/** As `openssl rand -hex 32` prints them. */
const [gatewaySecret, sessionSecret] = [1, 2].map(() => randomBytes(32).toString('hex'));

/** The values of the secrets, by the name of their setting. */
export const secretsFor = (key: string): Record<string, string> => ({
  API_KEY: key,
  GATEWAY_SECRET: gatewaySecret!,
  SESSION_KEYS: `2026-01:${sessionSecret!}`,
});

/** The `NAME=value` lines of a command, or of a file for `docker run --env-file`. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(\S*?)(?: \\)?$/gm)].map(([, name, value]) => [name!, value!]),
  );

/** A folder in place of the machine's root, until the end of the test file. */
export function makeRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'documented-gateway-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The documented environment for a sandbox. Its paths, and the files with the secrets, are below `root`. */
export function localEnvironment(
  documented: Record<string, string>,
  { root, shop, service }: { root: string; shop: TestShop; service: string },
): Record<string, string> {
  const secrets = secretsFor(shop.key);
  return Object.fromEntries(
    Object.entries(documented).map(([name, value]) => {
      if (name === 'SERVICE_URL') return [name, value.replace('https://service.example', service)];
      if (name === 'STORE_URL') return [name, value.replace('file:/', `file:${root}/`)];
      if (!name.endsWith('_FILE')) return [name, value];
      const file = join(root, value);
      mkdirSync(dirname(file), { recursive: true });
      // As an editor saves it.
      writeFileSync(file, `${secrets[name.replace('_FILE', '')]!}\n`);
      return [name, file];
    }),
  );
}

export type Call = (
  route: string,
  options?: { body?: unknown; headers?: Record<string, string>; token?: string },
) => Promise<Reply>;

/** A shopper logs in and claims a reward; returns the token of the reward. */
export async function logInAndClaim(
  call: Call,
  shop: TestShop,
  { hasSessions }: { hasSessions: boolean },
): Promise<string> {
  assert.equal((await call('GET /healthz')).status, 200);
  const email = `documented-${Math.random().toString(36).slice(2)}@example.com`;
  const sent = await call('POST /v1/access/otp', { body: { email } });
  assert.equal(sent.status, 201, sent.text);
  const code = await shop.mailedCode(email);
  const login = await call('POST /v1/access/otp/verify', { body: { email, code } });
  assert.deepEqual([login.status, login.body.success], [200, true], login.text);
  const session = login.body.session?.token as string | undefined;
  assert.equal(session !== undefined, hasSessions);
  const { token } = await shop.grant();
  const claim = () =>
    call(`POST /v1/rewards/grants/${token}/claim`, { ...(session !== undefined && { token: session }) });
  const first = await claim();
  const { discountCode } = await shop.grantRecord(token);
  assert.deepEqual([first.status, first.body.discountCode], [200, discountCode], first.text);
  assert.deepEqual((await claim()).body, first.body);
  assert.equal((await shop.grantRecord(token)).claims, 1);
  return token;
}
