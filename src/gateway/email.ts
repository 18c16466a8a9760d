import { GatewayError } from './errors.ts';

const refused = (): GatewayError =>
  new GatewayError(400, 'invalid_request', 'The request is not valid.', {
    details: { errors: [{ path: '/body/email', message: 'must be one e-mail address' }] },
  });

/** One address without a name, a quote or a second one, and without anything that cannot be seen. */
const SHAPE = /^[^@\p{C}\p{Z}"(),:;<>[\\\]]+@[^@\p{C}\p{Z}"(),:;<>[\\\]]+$/u;
const NOT_ASCII = /[^\p{ASCII}]/u;
const ASCII = /\p{ASCII}/u;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The one form of an address by which its tries are counted and a session is bound to it, however it was typed.
 *
 * The code goes to the address as it was typed, and the session says this form. So no letter may be taken for another:
 * whoever can read the mail of `mi\u212ae@…` (a Kelvin sign) would else be logged in as `mike@…`. Such an address is
 * refused.
 *
 * @throws GatewayError 400 `invalid_request` where the text is not one address, or looks like another one
 */
export function canonicalEmail(typed: string): string {
  const email = typed.trim();
  if (!SHAPE.test(email) || email.normalize('NFKC') !== email.normalize('NFC')) throw refused();
  for (const letter of email) if (NOT_ASCII.test(letter) && ASCII.test(fold(letter))) throw refused();
  return fold(email);
}
