// The sandbox of `npm start`, with a key of this page: its faults spoil no other page's requests.

export const REQUESTS: Record<string, string> = {
  createOtp: 'sending a code',
  verifyOtp: 'checking a code',
  claimRewardGrant: 'claiming',
  reserveRewardCode: 'reserving a code',
  getCollection: 'reading the collection',
  listTimeline: 'reading the timeline',
};

interface Fault {
  title: string;
  fault: string;
  [field: string]: unknown;
}

export const FAULTS: Record<string, Fault> = {
  broken: { title: 'server error (500)', fault: 'status', status: 500 },
  refused: { title: 'refused (403)', fault: 'status', status: 403 },
  limited: { title: 'too many requests, wait 60 s (429)', fault: 'rate-limited', retryAfter: 60 },
  lost: { title: 'connection lost before it arrives', fault: 'drop-before' },
  unanswered: { title: 'connection lost before the answer', fault: 'drop-after' },
  truncated: { title: 'half an answer', fault: 'truncated-body' },
  html: { title: 'HTML in place of JSON', fault: 'wrong-content-type' },
  shape: { title: 'an answer of another shape', fault: 'wrong-shape' },
  never: { title: 'no answer at all', fault: 'latency', ms: 600_000 },
};

/** Milliseconds that each answer takes on a slow network. */
const LATENCY = 2000;

async function ask(path: string, method = 'GET', body?: unknown): Promise<Response> {
  const response = await fetch(`/sandbox/${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return response;
}

const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T;

/** Whether this page was served by `npm start`. */
export const isSandboxThere = (): Promise<boolean> =>
  json<unknown>(ask('faults?key=none')).then(Array.isArray, () => false);

let created: Promise<string> | undefined;

/** A secret one: reserving a code needs it. */
const ownKey = () =>
  (created ??= json<{ key: string }>(ask('keys', 'POST', { role: 'secret' })).then(({ key }) => key));

export const serviceAddress = async (): Promise<string> => `/gallery/${await ownKey()}/try`;

let planted: Promise<unknown> = Promise.resolve();

/** Replaces all faults. Without a name there are none. Each change waits for the one before. */
export const spoil = (name: string, request: string, isSlow: boolean): Promise<void> => {
  const done = planted.then(() => plant(name, request, isSlow));
  planted = done.catch(() => undefined);
  return done;
};

async function plant(name: string, request: string, isSlow: boolean): Promise<void> {
  const key = await ownKey();
  await ask(`faults?key=${encodeURIComponent(key)}`, 'DELETE');
  for (const operation of Object.keys(REQUESTS)) {
    const fault = !request || request === operation ? FAULTS[name] : undefined;
    const own = fault ? { ...fault, title: undefined, ...(isSlow && { latency: LATENCY }) } : undefined;
    const wanted = own ?? (isSlow ? { fault: 'latency', ms: LATENCY } : undefined);
    if (wanted) await ask('faults', 'POST', { operation, times: 0, key, ...wanted });
  }
}

/** The token of a new grant, 15 % off. */
export const newGrant = async (): Promise<string> =>
  (
    await json<{ token: string }>(
      ask('grants', 'POST', {
        codeType: 'unique_codes',
        valueType: 'percentage',
        value: 15,
        scope: 'sitewide',
      }),
    )
  ).token;

/** The newest one-time code that was mailed to an address. */
export async function mailedCode(email: string): Promise<string | undefined> {
  const [mail] = await json<{ code?: string }[]>(ask(`mailbox.json?email=${encodeURIComponent(email)}`));
  return mail?.code;
}
