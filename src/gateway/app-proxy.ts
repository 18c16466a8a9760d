/** Verifies the signature of calls that come through Shopify's app proxy. */
import { GatewayError } from './errors.ts';
import type { AppProxyOptions } from './options.ts';
import type { ShopCustomer } from './shop-customers.ts';

/** The parameters that the proxy adds. They are removed before the query is read. */
const ADDED = ['shop', 'path_prefix', 'timestamp', 'signature', 'logged_in_customer_id'] as const;

/** The signed pairs are concatenated without a separator, so a value must not look like the next pair. */
const NO_PAIR = /^[^=]*$/;

/** The allowed clock difference, and so the time for which a signed address can be replayed, in milliseconds. */
const TOLERANCE = 90_000;

/** `customer` is undefined if nobody is logged in to the shop. */
export interface Caller {
  shop: string;
  customer: ShopCustomer | undefined;
}

export interface AppProxy {
  /**
   * Returns the shop that the query was signed for and the customer who is logged in there, and removes the proxy's
   * parameters from `query`.
   *
   * @throws GatewayError 401 `signature_invalid` or `signature_expired`, 403 `shop_not_allowed`
   */
  verify(query: URLSearchParams): Promise<Caller>;
}

export function createAppProxy({ secrets, shops }: AppProxyOptions, now: () => number): AppProxy {
  const encoder = new TextEncoder();
  let imported: Promise<CryptoKey[]> | undefined;
  // Imported on the first request: a Worker may not do asynchronous work while it loads.
  const keys = () =>
    (imported ??= Promise.all(
      secrets.map((secret) =>
        crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
          'verify',
        ]),
      ),
    ));

  return {
    async verify(query) {
      const signature = signatureOf(query);
      const message = encoder.encode(signedText(query));
      // Checks all keys, each in constant time, so that the timing reveals nothing about any of them.
      const fits = await Promise.all(
        (await keys()).map((key) => crypto.subtle.verify('HMAC', key, signature, message)),
      );
      if (!fits.includes(true) || !ADDED.every((name) => isWellFormed(name, query))) throw invalid();
      checkTime(query.get('timestamp') ?? '', now());
      const shop = query.get('shop') ?? '';
      if (!shops.includes(shop))
        throw new GatewayError(403, 'shop_not_allowed', 'This shop may not call this gateway.');
      const id = query.get('logged_in_customer_id') ?? '';
      for (const name of ADDED) query.delete(name);
      return { shop, customer: /^\d{1,20}$/.test(id) ? { shop, id } : undefined };
    },
  };
}

/** The proxy adds each parameter once. With two shops in one query it would be unclear which was signed. */
function isWellFormed(name: string, query: URLSearchParams): boolean {
  const values = query.getAll(name);
  return values.length <= 1 && values.every((value) => NO_PAIR.test(value));
}

const invalid = (): GatewayError =>
  new GatewayError(401, 'signature_invalid', 'The signature of the app proxy is missing or wrong.');

function signatureOf(query: URLSearchParams): Uint8Array<ArrayBuffer> {
  const [signature = '', ...more] = query.getAll('signature');
  if (more.length || !/^[0-9a-f]{64}$/.test(signature)) throw invalid();
  return Uint8Array.from(signature.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

/** All parameters except the signature: decoded, values joined by commas, pairs sorted and concatenated. */
export function signedText(query: URLSearchParams): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature');
  return names
    .map((name) => `${name}=${query.getAll(name).join(',')}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('');
}

function checkTime(timestamp: string, now: number): void {
  // Only signed requests get here, so this message helps merchants with a wrong clock and nobody else.
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now) > TOLERANCE)
    throw new GatewayError(401, 'signature_expired', 'The signature of the app proxy is too old or too new.');
}
