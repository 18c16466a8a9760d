import { GatewayError } from './errors.ts';

const refused = (): GatewayError =>
  new GatewayError(400, 'invalid_request', 'The request is not valid.', {
    details: { errors: [{ path: '/body/email', message: 'must be one email address' }] },
  });

/** Exactly one address: no display name, no quotes, no list, no invisible or ignored characters. */
const SHAPE = /^(?<local>[^@\p{C}\p{Z}\p{DI}"(),:;<>[\\\]]+)@(?<domain>[^@\p{C}\p{Z}\p{DI}"(),:;<>[\\\]]+)$/u;
const NOT_ASCII = /[^\p{ASCII}]/u;
const ASCII = /\p{ASCII}/u;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The canonical form of an address, however it was typed: in lower case, with the domain as in DNS (UTS #46), such
 * as `xn--bcher-kva.example`. Tries are counted for this form, and sessions are issued for it.
 *
 * The code is sent to the address as typed, but the session contains this form. So the two must be the same
 * mailbox: otherwise the owner of `mi\u212ae@…` (with a Kelvin sign) would be logged in as `mike@…`. Such an
 * address is rejected.
 *
 * @throws GatewayError 400 `invalid_request` if the text is not exactly one address, or resembles another one
 */
export function canonicalEmail(typed: string): string {
  const email = typed.trim();
  const { local, domain } = SHAPE.exec(email)?.groups ?? {};
  if (local === undefined || domain === undefined) throw refused();
  if (email.normalize('NFKC') !== email.normalize('NFC')) throw refused();
  for (const letter of local) if (NOT_ASCII.test(letter) && ASCII.test(fold(letter))) throw refused();
  return `${fold(local)}@${canonicalDomain(domain)}`;
}

/** ASCII labels must stay unchanged, and all others must become A-labels: nothing is dropped or split. */
function canonicalDomain(domain: string): string {
  const url = `http://${domain}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const canonical = host.split('.');
  const given = domain.split('.');
  const isSame = given.every((label, index) =>
    NOT_ASCII.test(label) ? canonical[index]?.startsWith('xn--') : canonical[index] === label.toLowerCase(),
  );
  if (!isSame || given.length !== canonical.length || given.includes('')) throw refused();
  return host;
}
