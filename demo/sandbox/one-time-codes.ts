import { randomBytes, randomInt, randomUUID, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

export const MAX_ATTEMPTS = 5;
const CODE_DIGITS = 6;
const HASH_BYTES = 32;

/**
 * A hash takes a few milliseconds, so that trying all million codes takes more than an hour. A code is valid for ten
 * minutes by default.
 */
const SCRYPT_OPTIONS = { cost: 1024 };

const deriveKey = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** There are only a million codes: with a fast hash, all of them could be tried at once. */
function hashCode(code: string, salt: Uint8Array): Promise<Buffer> {
  return deriveKey(code, salt, HASH_BYTES, SCRYPT_OPTIONS);
}

export interface IssuedCode {
  id: string;
  code: string;
}

/** Writes a new code for the address, in place of any older one. */
export async function issueCode(db: DatabaseSync, email: string, expiresAt: number): Promise<IssuedCode> {
  const issued = { id: randomUUID(), code: String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') };
  const salt = randomBytes(16);
  const hash = await hashCode(issued.code, salt);
  db.prepare(
    `INSERT INTO one_time_codes (email, id, salt, hash, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (email) DO UPDATE SET id = excluded.id, salt = excluded.salt, hash = excluded.hash,
       expires_at = excluded.expires_at, attempts = 0, used_at = NULL`,
  ).run(email, issued.id, salt, hash, expiresAt);
  return issued;
}

/** Returns true once, for the correct code within its lifetime. False never tells the caller why. */
export async function redeemCode(
  db: DatabaseSync,
  email: string,
  code: string,
  now: number,
): Promise<boolean> {
  // Counted before the slow comparison; otherwise a hundred simultaneous guesses would all be allowed.
  const row = db
    .prepare(
      `UPDATE one_time_codes SET attempts = attempts + 1
       WHERE email = ? AND used_at IS NULL AND expires_at > ? AND attempts < ?
       RETURNING id, salt, hash`,
    )
    .get(email, now, MAX_ATTEMPTS);
  // An unknown address costs as much time as a known one.
  const salt = row ? (row['salt'] as Uint8Array) : randomBytes(16);
  const expected = row ? (row['hash'] as Uint8Array) : randomBytes(HASH_BYTES);
  const matches = timingSafeEqual(await hashCode(code, salt), expected);
  if (!row || !matches) return false;
  // Only one of two requests with the right code gets here first; a newer code has another id.
  const used = db.prepare('UPDATE one_time_codes SET used_at = ? WHERE id = ? AND used_at IS NULL');
  return used.run(now, String(row['id'])).changes === 1;
}
