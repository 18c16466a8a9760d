/** The login of a Shopify shop as a login of the gateway: the shop names its customer, and the gateway asks for the address. */
import { canonicalEmail } from './email.ts';
import type { LogEntry } from './options.ts';

/** A customer who is logged in to the shop, as the app proxy's signature says. */
export interface ShopCustomer {
  shop: string;
  /** The number in `gid://shopify/Customer/…`. */
  id: string;
}

/** Finds the verified address of a customer, in its canonical form; undefined if there is none. Never rejects. */
export type FindEmail = (customer: ShopCustomer) => Promise<string | undefined>;

/** Shopify supports a version for at least a year: https://shopify.dev/docs/api/usage/versioning */
const VERSION = '2026-07';

/** How long the shop may take to answer, in milliseconds. */
const TIMEOUT = 5000;

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Customer */
const QUERY = 'query ($id: ID!) { customer(id: $id) { verifiedEmail defaultEmailAddress { emailAddress } } }';

interface Answer {
  data?: {
    customer?: { verifiedEmail?: unknown; defaultEmailAddress?: { emailAddress?: unknown } | null } | null;
  } | null;
  errors?: readonly { extensions?: { code?: unknown } }[];
}

/** Shopify's codes, such as ACCESS_DENIED. The messages beside them may quote the customer. */
const codesOf = (errors: NonNullable<Answer['errors']>): string =>
  errors
    .map(({ extensions }) => extensions?.code)
    .filter((code) => typeof code === 'string' && /^[A-Z_]{1,50}$/.test(code))
    .join(', ') || 'no code';

interface Parts {
  /** A token of the Admin API with the scope `read_customers`. */
  adminToken: string;
  /** Only these parts of a response may be read: the program's own `fetch` on Node has few others. */
  fetch: ((url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>) | undefined;
  log: (entry: LogEntry) => void;
}

export function createFindEmail({ adminToken, fetch = globalThis.fetch, log }: Parts): FindEmail {
  async function ask({ shop, id }: ShopCustomer): Promise<Answer> {
    const response = await fetch(`https://${shop}/admin/api/${VERSION}/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': adminToken },
      body: JSON.stringify({ query: QUERY, variables: { id: `gid://shopify/Customer/${id}` } }),
      // Cloudflare's `fetch` does not support `error`. A redirect fails the check below.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) throw new Error(`The Admin API answered ${response.status}.`);
    return JSON.parse(await response.text()) as Answer;
  }

  return async (customer) => {
    try {
      const { data, errors } = await ask(customer);
      // A token without the scope gets status 200, errors and no customer.
      if (errors?.length) throw new Error(`The Admin API answered with errors: ${codesOf(errors)}`);
      const { verifiedEmail, defaultEmailAddress } = data?.customer ?? {};
      const email = defaultEmailAddress?.emailAddress;
      if (!data) throw new Error('The Admin API answered without data.');
      // Anybody can open an account with somebody else's address, so one that is not verified proves nothing.
      return verifiedEmail === true && typeof email === 'string' ? canonicalEmail(email) : undefined;
    } catch (error) {
      // The shopper can still log in with a code.
      log({ level: 'warn', event: 'customer_lookup_failed', message: String(error) });
      return undefined;
    }
  };
}
