/** What of an address is a path of the gateway, and what its query may say. */
import { GatewayError } from './errors.ts';

/** More than any path of ours: the longest token, every character of it percent-encoded. */
const LONGEST_PATH = 2_048;

/** Room for the timeline's parameters and those of an app proxy. */
const LONGEST_QUERY = 4_096;

/** Control characters, and what servers behind us might take for the end of a segment or for one more encoding. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\%;?#]/;

/**
 * The path below `basePath`, as it stands in the address; undefined where no path of ours can be meant.
 *
 * The runtime has parsed the address already, by the WHATWG's rules: dot segments are resolved, also encoded ones, and
 * backslashes are slashes. From there on nothing is mended, because every repair is a second meaning of one address:
 * words are compared as they stand, so that another case, an encoded letter, an empty segment or a slash at the end is
 * another path. What fills a brace may be percent-encoded UTF-8, but never a slash, backslash, percent sign, semicolon
 * or control character, encoded or not.
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
    // Normalised too: some characters become a dot or a slash by it, and nobody knows what the service does.
    return [decoded, decoded.normalize('NFKC')].every(
      (form) => form !== '.' && form !== '..' && !UNSAFE.test(form),
    );
  } catch {
    return false;
  }
}

/**
 * The query of an address, each name once.
 *
 * @throws GatewayError 400 where it is too long, no UTF-8, or has a name twice
 */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  if (start < 0) return new URLSearchParams();
  const hash = url.indexOf('#');
  if (hash >= 0 && hash < start) return new URLSearchParams();
  const search = hash < 0 ? url.slice(start + 1) : url.slice(start + 1, hash);
  if (search.length > LONGEST_QUERY)
    throw refuseParameters([{ path: '/query', message: `must not be longer than ${LONGEST_QUERY}` }]);
  try {
    // URLSearchParams would put U+FFFD in the place of what is no UTF-8, so that two queries would be one.
    if (search.includes('%')) decodeURIComponent(search);
  } catch {
    throw refuseParameters([{ path: '/query', message: 'must be percent-encoded UTF-8' }]);
  }
  return new URLSearchParams(search);
}

export interface Violation {
  /** Where, such as `/query/limit` or `/body/email`. */
  path: string;
  /** What is allowed. */
  message: string;
}

export const refuseParameters = (errors: readonly Violation[]): GatewayError =>
  new GatewayError(400, 'invalid_request', 'The request does not fit the interface.', {
    details: { errors },
  });

/** A name that somebody sent, as far as it may be repeated. */
export const safeName = (name: string): string => (/^[\w.-]{1,40}$/.test(name) ? `/${name}` : '');

type Reader = (text: string) => unknown;

/** What a parameter may be, and how it is read; undefined where it is not that. */
interface Parameter {
  allowed: string;
  read: Reader;
}

const text = (most: number): Parameter => ({
  allowed: `a text of at most ${most} characters, none of them a control character`,
  read: (value) => (value.length <= most && !/\p{Cc}/u.test(value) ? value : undefined),
});

const number = (allowed: string, fits: (value: number) => boolean): Parameter => ({
  allowed,
  read(value) {
    if (!/^-?\d{1,16}(\.\d{1,6})?$/.test(value)) return undefined;
    // -0 would be another key of the cache than 0.
    const read = Number(value) + 0;
    return fits(read) ? read : undefined;
  },
});

/** `GET /v1/timeline`: the constraints of the service document, and bounds for what it leaves open. */
const TIMELINE: Readonly<Record<string, Parameter>> = {
  token_id: number('a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0),
  collection_slug: text(200),
  min_date: text(64),
  max_date: text(64),
  limit: number('a number from 1 to 1000', (value) => value >= 1 && value <= 1000),
  offset: number('a number', (value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER),
  order: {
    allowed: 'asc or desc',
    read: (value) => (value === 'asc' || value === 'desc' ? value : undefined),
  },
  order_by: text(64),
  include_count: {
    allowed: 'true or false',
    read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
};

/**
 * The timeline's query, built anew in one order: whatever else an address says stays here.
 *
 * @throws GatewayError 400 naming each parameter that is unknown, given twice, or not allowed
 */
export const readTimelineQuery = (given: URLSearchParams): Record<string, unknown> =>
  readQuery(given, TIMELINE);

/** For operations that have no query. */
export const refuseQuery = (given: URLSearchParams): void => void readQuery(given, {});

function readQuery(
  given: URLSearchParams,
  parameters: Readonly<Record<string, Parameter>>,
): Record<string, unknown> {
  if (given.size === 0) return {};
  const values = new Map<string, unknown>();
  const errors = new Map<string, Violation>();
  for (const [name, value] of given) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      errors.set(name, { path: `/query${safeName(name)}`, message: 'is not known' });
      continue;
    }
    const read = parameter.read(value);
    if (values.has(name)) errors.set(name, { path: `/query/${name}`, message: 'must be given once' });
    else if (read === undefined)
      errors.set(name, { path: `/query/${name}`, message: `must be ${parameter.allowed}` });
    values.set(name, read);
  }
  // A long list of unknown names would be a long answer.
  if (errors.size) throw refuseParameters([...errors.values()].slice(0, 10));
  const query: Record<string, unknown> = {};
  // In one order, whichever the address has.
  for (const name of Object.keys(parameters)) if (values.has(name)) query[name] = values.get(name);
  return query;
}
