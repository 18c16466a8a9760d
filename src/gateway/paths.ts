/** Parses the path and the query of a request's address. */
import * as v from 'valibot';
import { GatewayError } from './errors.ts';

/** Longer than any of our paths: the longest token with every character percent-encoded. */
const LONGEST_PATH = 2_048;

/** Enough for the parameters of the timeline and of an app proxy. */
const LONGEST_QUERY = 4_096;

/**
 * Control characters, and characters that a server behind us might read as the end of a segment or as another
 * encoding.
 */
const UNSAFE = /[\p{Cc}/\\%;?#]/u;

/**
 * Returns the path below `basePath`, unchanged; undefined if it cannot be one of ours.
 *
 * The runtime has already parsed the address by the WHATWG's rules: dot segments, even encoded ones, are resolved,
 * and backslashes become slashes. Nothing is normalised after that, because every repair gives an address a second
 * meaning. Segments are compared exactly: a different case, an encoded letter, an empty segment or a trailing slash
 * makes a different path. A parameter may be percent-encoded UTF-8, but may not contain a slash, backslash, percent
 * sign, semicolon or control character, encoded or not.
 */
export function pathOf(url: string, basePath: string): string | undefined {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return undefined;
  const end = url.slice(start).search(/[?#]/);
  const path = end < 0 ? url.slice(start) : url.slice(start, start + end);
  if (path.length > LONGEST_PATH || !path.startsWith(`${basePath}/`)) return undefined;
  const below = path.slice(basePath.length);
  return below.slice(1).split('/').every(isSegment) ? below : undefined;
}

function isSegment(raw: string): boolean {
  if (raw === '' || raw === '.' || raw === '..') return false;
  if (!raw.includes('%')) return !UNSAFE.test(raw);
  try {
    const decoded = decodeURIComponent(raw);
    // Also checked in its normalised form: some characters become a dot or a slash, and the service might
    // normalise.
    return [decoded, decoded.normalize('NFKC')].every(
      (form) => form !== '.' && form !== '..' && !UNSAFE.test(form),
    );
  } catch {
    return false;
  }
}

/**
 * Parses the query of an address.
 *
 * @throws GatewayError 400 if it is too long or not UTF-8
 */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  if (start < 0) return new URLSearchParams();
  const hash = url.indexOf('#');
  if (hash >= 0 && hash < start) return new URLSearchParams();
  const search = hash < 0 ? url.slice(start + 1) : url.slice(start + 1, hash);
  if (search.length > LONGEST_QUERY)
    throw refuseParameters([
      { path: '/query', message: `must not be longer than ${LONGEST_QUERY} characters` },
    ]);
  try {
    // URLSearchParams would replace invalid UTF-8 with U+FFFD, so different queries would become the same.
    if (search.includes('%')) decodeURIComponent(search);
  } catch {
    throw refuseParameters([{ path: '/query', message: 'must be percent-encoded UTF-8' }]);
  }
  return new URLSearchParams(search);
}

export interface Violation {
  /** The place, such as `/query/limit` or `/body/email`. */
  path: string;
  /** The rule that was broken, worded to follow the path. */
  message: string;
}

export const refuseParameters = (errors: readonly Violation[]): GatewayError =>
  new GatewayError(400, 'invalid_request', 'The request is not valid.', {
    details: { errors },
  });

/** A name from the request, if it is safe to repeat. */
export const safeName = (name: string): string => (/^[\w.-]{1,40}$/.test(name) ? `/${name}` : '');

type Entries = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Checks the fields of a body or query. Unknown fields are an error.
 *
 * @throws GatewayError 400; it names fields and never quotes a value
 */
export function checkFields<Schema extends Entries>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  place: '/body' | '/query',
  repeated?: ReadonlySet<string>,
): v.InferOutput<Schema> {
  const errors: Violation[] = [];
  for (const name of Object.keys(given))
    if (!Object.hasOwn(schema.entries, name))
      errors.push({ path: place + safeName(name), message: 'is unknown' });
    else if (repeated?.has(name)) errors.push({ path: `${place}/${name}`, message: 'must be given once' });
  const known: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(schema.entries))
    // Own properties only: a field must not come from a prototype.
    if (Object.hasOwn(given, name)) known[name] = given[name];
    else if (type !== 'optional') known[name] = undefined;
  const { success, output, issues = [] } = v.safeParse(schema, known, { abortPipeEarly: true });
  for (const { path, message } of issues)
    errors.push({ path: `${place}/${String(path?.[0]?.key)}`, message });
  // A long list of unknown names would make a long response.
  if (!success || errors.length) throw refuseParameters(errors.slice(0, 10));
  return output;
}

const text = (most: number) => {
  const rule = `must be a string of at most ${most} characters without control characters`;
  return v.optional(v.pipe(v.string(rule), v.maxLength(most, rule), v.regex(/^\P{Cc}*$/u, rule)));
};

const number = (allowed: string, fits: (value: number) => boolean) => {
  const rule = `must be ${allowed}`;
  return v.optional(
    v.pipe(
      v.string(rule),
      v.regex(/^-?\d{1,16}(\.\d{1,6})?$/, rule),
      // Turns -0 into 0, because -0 would be another cache key.
      v.transform((value) => Number(value) + 0),
      v.check(fits, rule),
    ),
  );
};

/**
 * `GET /v1/timeline`: the constraints of the service document (section GET /v1/timeline query parameters), and
 * bounds for whatever it leaves open.
 */
const TIMELINE = v.object({
  token_id: number('a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0),
  collection_slug: text(200),
  min_date: text(64),
  max_date: text(64),
  limit: number('a number from 1 to 1000', (value) => value >= 1 && value <= 1000),
  offset: number('a number', (value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER),
  order: v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc')),
  order_by: text(64),
  include_count: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((value) => value === 'true'),
    ),
  ),
});

/**
 * Rebuilds the timeline's query from its known parameters. Their order is fixed, so that equal queries share a cache
 * key.
 *
 * @throws GatewayError 400 naming each parameter that is unknown, repeated or not allowed
 */
export const readTimelineQuery = (given: URLSearchParams): v.InferOutput<typeof TIMELINE> =>
  readQuery(given, TIMELINE);

const NOTHING = v.object({});

/** For operations without a query. */
export const refuseQuery = (given: URLSearchParams): void => void readQuery(given, NOTHING);

function readQuery<Schema extends Entries>(given: URLSearchParams, schema: Schema): v.InferOutput<Schema> {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of given) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return checkFields(schema, Object.fromEntries(values), '/query', repeated);
}
