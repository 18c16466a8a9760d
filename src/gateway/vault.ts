/** Keeps personal values out of the store: keys are hashed, and values are encrypted. */
import { base64url } from 'jose';
import type { NamedSecret } from './options.ts';

export interface Vault {
  /**
   * Returns a keyed hash (HMAC-SHA256, base64url) of a personal value for a key in the store: `hash('token',
   * token)`.
   */
  hash(kind: string, value: string): Promise<string>;
  /**
   * Encrypts a JSON value with AES-256-GCM and a random IV. `context`, such as the store's key, is authenticated
   * too, so that a value cannot be moved to another key. Format: `kid.iv.ciphertext`, base64url.
   */
  seal(value: unknown, context: string): Promise<string>;
  /** Decrypts a value. Undefined if its key is unknown, it was altered, or the context differs. */
  open(sealed: string, context: string): Promise<unknown>;
}

/** The name of the key derived from the gateway's own secret. */
export const OWN_KID = 'own';
const IV_BYTES = 12;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Copies a secret, so that the caller cannot change the derived keys by modifying it later. */
const secretBytes = (secret: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof secret === 'string' ? bytes(secret) : Uint8Array.from(secret);

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  purpose: string,
  algorithm: AesKeyGenParams | HmacKeyGenParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  // Each purpose derives a different key, so that a hash reveals nothing about an encryption key.
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes(purpose) };
  return crypto.subtle.deriveKey(hkdf, material, algorithm, false, usages);
}

/** Runs `make` once, on the first call: a Worker may not do asynchronous work while it loads. */
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * Creates a vault. Hashes always use `secret`, so that they stay the same while keys are rotated; after a change of
 * `secret`, stored values can no longer be found. The first of `keys` encrypts and all of them decrypt. Without
 * `keys`, a key derived from `secret` does both.
 */
export function createVault(secret: string | Uint8Array, keys: readonly NamedSecret[] = []): Vault {
  const own = secretBytes(secret);
  const hashKey = lazy(() =>
    derive(own, 'storefront-gateway hash', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  );
  const named = keys.length > 0 ? keys : [{ kid: OWN_KID, secret: own }];
  const sealing = new Map(
    named.map(({ kid, secret: material }) => {
      const copy = secretBytes(material);
      const algorithm = { name: 'AES-GCM', length: 256 };
      return [kid, lazy(() => derive(copy, 'storefront-gateway seal', algorithm, ['encrypt', 'decrypt']))];
    }),
  );
  const [first = OWN_KID] = sealing.keys();

  const parameters = (iv: Uint8Array<ArrayBuffer>, kid: string, context: string): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: bytes(`${kid}\n${context}`),
  });

  return {
    async hash(kind, value) {
      // No kind contains a line break, so different pairs never give the same bytes.
      const signature = await crypto.subtle.sign('HMAC', await hashKey(), bytes(`${kind}\n${value}`));
      return base64url.encode(new Uint8Array(signature));
    },

    async seal(value, context) {
      const key = await sealing.get(first)!();
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = bytes(JSON.stringify(value ?? null));
      const sealed = await crypto.subtle.encrypt(parameters(iv, first, context), key, plain);
      return `${first}.${base64url.encode(iv)}.${base64url.encode(new Uint8Array(sealed))}`;
    },

    async open(sealed, context) {
      // Split from the right, because a kid may contain dots.
      const parts = sealed.split('.');
      const ciphertext = parts.pop();
      const iv = parts.pop();
      const kid = parts.join('.');
      const key = await sealing.get(kid)?.();
      if (!key || iv === undefined || ciphertext === undefined) return undefined;
      try {
        const plain = await crypto.subtle.decrypt(
          parameters(Uint8Array.from(base64url.decode(iv)), kid, context),
          key,
          Uint8Array.from(base64url.decode(ciphertext)),
        );
        return JSON.parse(new TextDecoder().decode(plain)) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
