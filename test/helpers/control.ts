/** The sandbox's control routes for tests; runs in Node and in the browser. */

export type Role = 'publishable' | 'secret';

export interface Fault {
  operation: string;
  fault:
    | 'latency'
    | 'status'
    | 'drop-before'
    | 'drop-after'
    | 'truncated-body'
    | 'wrong-content-type'
    | 'wrong-shape'
    | 'rate-limited'
    | 'paging'
    | 'text-body'
    | 'hold';
  /** How many requests it affects; 0 means until deleted. Default 1. */
  times?: number;
  /** Milliseconds to wait first. */
  latency?: number;
  ms?: number;
  /** Holds the request until the fault is deleted; see `TestShop.hold`. */
  hold?: true;
  status?: number;
  body?: unknown;
  retryAfter?: number | string;
  /** The maximum number of rows in a page of `listTimeline` or `exportRawEvents`. */
  maxRows?: number;
  /** Returns the first page of `listTimeline` whatever `offset` says. */
  ignoreOffset?: true;
  /** Leaves `cursor` out of the rows of `exportRawEvents`. */
  omitCursor?: true;
  /** The body of `text-body`, sent after the operation has run. */
  text?: string;
}

export interface LoggedRequest {
  operation: string;
  method: string;
  status: number | null;
  /** The `X-Request-Id` of its response. */
  requestId: string;
}

export interface Grant {
  token: string;
  grantId: string;
  rewardId: string;
}

export interface GrantRecord {
  state: string;
  discountCode: string | null;
  /** How many times it was granted. */
  claims: number;
}

/** The next request to an operation, which the service holds: it does no work and sends no response. */
export interface HeldRequest {
  /** Resolves when the request has arrived. */
  arrived(): Promise<void>;
  /** Lets the service continue with it. */
  release(): Promise<void>;
}

/** One test's part of the sandbox: its own API key, so that faults and counts do not reach other tests. */
export interface TestShop {
  url: string;
  key: string;
  fault(fault: Fault): Promise<void>;
  /** Holds the next request to an operation until the test releases it. Then `fault` affects it. */
  hold(operation: string, fault?: Omit<Fault, 'operation'>): Promise<HeldRequest>;
  clearFaults(): Promise<void>;
  /** The requests this key has made, oldest first, of one operation or of all. */
  requests(operation?: string): Promise<LoggedRequest[]>;
  grant(grant?: Record<string, unknown>): Promise<Grant>;
  grantRecord(token: string): Promise<GrantRecord>;
  timeline(timeline: Record<string, unknown>): Promise<{ collectionId: string; slug: string }>;
  rewardCode(code?: Record<string, unknown>): Promise<{ rewardId: string; codeId: string }>;
  /** The mails to an address, newest first. */
  mails(email: string): Promise<{ text: string; code: string }[]>;
  /** The newest one-time code mailed to an address. */
  mailedCode(email: string): Promise<string>;
}

async function ask<T>(url: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function openShop(url: string, role: Role = 'secret'): Promise<TestShop> {
  const { key } = await ask<{ key: string }>(`${url}/sandbox/keys`, 'POST', { role });
  const mine = `key=${encodeURIComponent(key)}`;
  const faults = `${url}/sandbox/faults`;
  return {
    url,
    key,
    fault: (fault) => ask(faults, 'POST', { ...fault, key }),
    hold: async (operation, fault = { fault: 'hold' }) => {
      const { id } = await ask<{ id: string }>(faults, 'POST', { operation, ...fault, hold: true, key });
      return {
        arrived: () => ask(`${faults}/${id}/arrival`),
        release: () => ask(`${faults}/${id}`, 'DELETE'),
      };
    },
    clearFaults: () => ask(`${faults}?${mine}`, 'DELETE'),
    requests: async (operation) => {
      const all = await ask<LoggedRequest[]>(`${url}/sandbox/requests?${mine}`);
      return operation ? all.filter((request) => request.operation === operation) : all;
    },
    grant: (grant = {}) => ask(`${url}/sandbox/grants`, 'POST', grant),
    grantRecord: (token) => ask(`${url}/sandbox/grants/${encodeURIComponent(token)}`),
    timeline: (timeline) => ask(`${url}/sandbox/timelines`, 'POST', timeline),
    rewardCode: (code = {}) => ask(`${url}/sandbox/codes`, 'POST', code),
    mails: (email) => ask(`${url}/sandbox/mailbox.json?email=${encodeURIComponent(email)}`),
    mailedCode: async (email) => {
      const [mail] = await ask<{ text: string }[]>(
        `${url}/sandbox/mailbox.json?email=${encodeURIComponent(email)}`,
      );
      const code = mail?.text.match(/\b\d{6}\b/)?.[0];
      if (!code) throw new Error(`No code was mailed to ${email}.`);
      return code;
    },
  };
}
