import { GatewayError } from './errors.ts';

const refused = (): GatewayError =>
  new GatewayError(400, 'invalid_request', 'The request is not valid.', {
    details: { errors: [{ path: '/body/email', message: 'must be one e-mail address' }] },
  });

/** Exactly one address: no display name, no quotes, no list, no invisible characters. */
const SHAPE = /^[^@\p{C}\p{Z}"(),:;<>[\\\]]+@[^@\p{C}\p{Z}"(),:;<>[\\\]]+$/u;
const NOT_ASCII = /[^\p{ASCII}]/u;
const ASCII = /\p{ASCII}/u;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The canonical form of an address, however it was typed. Tries are counted by it, and sessions are issued for it.
 *
 * The code is sent to the address as typed, but the session contains this form. So the two must be the same
 * mailbox: otherwise the owner of `mi\u212ae@…` (with a Kelvin sign) would be logged in as `mike@…`. Such an
 * address is rejected.
 *
 * @throws GatewayError 400 `invalid_request` if the text is not exactly one address, or resembles another one
 */
export function canonicalEmail(typed: string): string {
  const email = typed.trim();
  if (!SHAPE.test(email) || email.normalize('NFKC') !== email.normalize('NFC')) throw refused();
  for (const letter of email) if (NOT_ASCII.test(letter) && ASCII.test(fold(letter))) throw refused();
  return fold(email);
}
