/** Options that are allowed individually, but make no sense together. */
import { bytesOf } from './option-kinds.ts';
import type { Values } from './option-table.ts';
import type { Rate } from './options.ts';
import { OWN_KID } from './vault.ts';

/** Returns an option's name in the place where it is set. `place` is an entry of its value. */
export type NameOf = (path: string, place?: readonly unknown[]) => string;

/** Times of which the second must not be less than the first. */
const ORDERED = [
  ['codeAnswerTime', 'maxCodeAnswerTime'],
  ['timeouts.read', 'timeouts.claim'],
] as const;

/** Pairs of limits. The first counts only some actions of the second, so a first limit above the second is never reached. */
const NESTED_LIMITS = [
  ['limits.triesPerCode', 'limits.verifyPerEmailAndAddress'],
  ['limits.verifyPerEmailAndAddress', 'limits.verifyPerEmail'],
  ['limits.sendPerEmailAndAddress', 'limits.sendPerEmail'],
] as const;

const isAbove = (one: Rate, other: Rate) =>
  one.points > other.points && one.points / one.duration > other.points / other.duration;

interface Use {
  path: 'apiKey' | 'secret' | 'sessions.keys' | 'claims.keys' | 'appProxy.secrets' | 'appProxy.adminToken';
  kid?: string;
  secret: string | Uint8Array;
}

/** Every secret, with the path of its option. */
export function secretsIn(values: Partial<Values>): Use[] {
  const single = (['apiKey', 'secret', 'appProxy.adminToken'] as const).map((path) => ({
    path,
    secret: values[path] ?? '',
  }));
  const named = (['sessions.keys', 'claims.keys'] as const).flatMap((path) =>
    (values[path] ?? []).map((key) => ({ path, ...key })),
  );
  const path = 'appProxy.secrets' as const;
  return [...single, ...named, ...(values[path] ?? []).map((secret) => ({ path, secret }))].filter(
    ({ secret }) => secret !== '',
  );
}

/** `isUsed`: whether an option, or any option of a group, is set. */
export function* mistakesBetween(
  values: Partial<Values>,
  isUsed: (path: string) => boolean,
  nameOf: NameOf,
): Generator<string> {
  const hasOrigins = isUsed('origins') && values.origins?.length !== 0;
  if (!hasOrigins && !isUsed('appProxy'))
    yield `${nameOf('origins')} is missing, so no page could call: set it, or ${nameOf('appProxy.secrets')} and ${nameOf('appProxy.shops')}.`;
  if (values['appProxy.adminToken'] && values['appProxy.shops']?.length !== 1)
    yield `${nameOf('appProxy.adminToken')} is set, but ${nameOf('appProxy.shops')} does not have exactly one shop: a token is of one shop.`;
  for (const path of ['requireLogin', 'reserve'] as const)
    if (values[path] && !isUsed('sessions'))
      yield `${nameOf(path)} is true, but needs ${nameOf('sessions.keys')}.`;
  if (isUsed('sessions.cookie') && !hasOrigins)
    yield `${nameOf('sessions.cookie.sameSite')} is set, but needs ${nameOf('origins')}: a cookie counts only with the origin of one of the shop’s pages.`;
  for (const [low, high] of ORDERED)
    if (values[low]! > values[high]!)
      yield `${nameOf(high)} is ${values[high]}, less than ${nameOf(low)}, which is ${values[low]}.`;
  for (const [part, whole] of NESTED_LIMITS)
    // Only if both are set: a default that is never reached is not a mistake.
    if (
      isUsed(part) &&
      isUsed(whole) &&
      values[part] &&
      values[whole] &&
      isAbove(values[part], values[whole])
    )
      yield `${nameOf(part)} is never reached, because ${nameOf(whole)} is lower.`;
  const { 'program.storeUrl': storeUrl, 'program.storePrefix': storePrefix } = values;
  if (isUsed('program.storePrefix') && storePrefix && storeUrl && !storeUrl.startsWith('redis'))
    yield `${nameOf('program.storePrefix')} is set, but ${nameOf('program.storeUrl')} is not Redis, and only Redis has prefixes.`;
  const { 'cache.ifError': ifError, 'cache.whileRevalidate': whileRevalidate } = values;
  if (isUsed('cache.ifError') && ifError! > 0 && ifError! < whileRevalidate!)
    yield `${nameOf('cache.ifError')} has no effect, because ${nameOf('cache.whileRevalidate')} is longer.`;
  const uses = new Map<string, string>();
  for (const { path, kid, secret } of secretsIn(values)) {
    // With this kid, the gateway's secret decrypts claims that it encrypted before there were keys.
    if (path === 'claims.keys' && kid === OWN_KID) continue;
    const id = bytesOf(secret).join();
    const first = uses.get(id) ?? path;
    uses.set(id, first);
    if (first !== path)
      yield `${nameOf(path)} has the same secret as ${nameOf(first)}: each purpose needs its own.`;
  }
}
