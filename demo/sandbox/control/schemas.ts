import type { ValidateFunction } from 'ajv';
import { ROLES, type Role } from '../auth.ts';
import { createAjv, type OperationId } from '../contract.ts';
import { FAULT_KINDS, type FaultRequest, type PagingFault } from '../faults.ts';
import { describeViolations, invalidParameter, invalidRequest } from '../http/errors.ts';
import {
  CODE_STATUSES,
  CODE_TYPES,
  GRANT_STATES,
  REPEATS,
  SCOPES,
  VALUE_TYPES,
  type CodeType,
  type GrantState,
  type Repeats,
  type RewardCodeStatus,
  type Scope,
  type ValueType,
} from '../store/grants.ts';
import { HANDLERS } from '../operations/index.ts';

export interface KeyBody {
  role: Role;
}

export interface GrantBody {
  codeType?: CodeType;
  valueType?: ValueType;
  value?: number | null;
  scope?: Scope;
  state?: GrantState;
  rewardId?: string;
  repeats?: Repeats;
}

export interface TimelineBody {
  slug?: string;
  count?: number;
  entries?: Record<string, unknown>[];
  collection?: Record<string, unknown>;
}

export interface CodeBody {
  status?: RewardCodeStatus;
  reservedFor?: string;
  /** Seconds until it expires. */
  expiresIn?: number;
}

const MAX_ENTRIES = 10_000;
const slug = { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,79}$' };
const uuid = { type: 'string', format: 'uuid' };
const milliseconds = { type: 'integer', minimum: 0, maximum: 3_600_000 };

const object = (properties: Record<string, unknown>, required: string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const ajv = createAjv();

const key = ajv.compile<KeyBody>(object({ role: { enum: ROLES } }, ['role']));

const grant = ajv.compile<GrantBody>(
  object({
    codeType: { enum: CODE_TYPES },
    valueType: { enum: VALUE_TYPES },
    value: { type: ['number', 'null'] },
    scope: { enum: SCOPES },
    state: { enum: GRANT_STATES },
    rewardId: uuid,
    repeats: { enum: REPEATS },
  }),
);

const timeline = ajv.compile<TimelineBody>(
  object({
    slug,
    count: { type: 'integer', minimum: 0, maximum: MAX_ENTRIES },
    entries: { type: 'array', maxItems: MAX_ENTRIES, items: { type: 'object' } },
    collection: { type: 'object' },
  }),
);

const collection = ajv.compile<Record<string, unknown>>({ type: 'object', properties: { id: uuid, slug } });

const code = ajv.compile<CodeBody>(
  object({
    status: { enum: CODE_STATUSES },
    reservedFor: { type: 'string', minLength: 1, maxLength: 500 },
    expiresIn: { type: 'number' },
  }),
);

const fault = ajv.compile<FaultRequest>(
  object(
    {
      operation: { enum: Object.keys(HANDLERS) },
      fault: { enum: FAULT_KINDS },
      times: { type: 'integer', minimum: 0, maximum: 10_000 },
      key: { type: 'string', minLength: 1 },
      latency: milliseconds,
      ms: milliseconds,
      hold: { const: true },
      status: { type: 'integer', minimum: 200, maximum: 599 },
      body: {},
      retryAfter: {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', minLength: 1 },
        ],
      },
      maxRows: { type: 'integer', minimum: 1 },
      ignoreOffset: { const: true },
      omitCursor: { const: true },
      text: { type: 'string' },
    },
    ['operation', 'fault'],
  ),
);

function checked<Body>(check: ValidateFunction<Body>, body: unknown): Body {
  // A request without a body means all defaults.
  const value: unknown = body ?? {};
  if (!check(value)) throw invalidRequest(describeViolations(check.errors ?? []));
  return value;
}

export const parseKeyBody = (body: unknown): KeyBody => checked(key, body);
export const parseCodeBody = (body: unknown): CodeBody => checked(code, body);
export const parseCollectionBody = (body: unknown): Record<string, unknown> => checked(collection, body);

export function parseGrantBody(body: unknown): GrantBody {
  const parsed = checked(grant, body);
  const described = (['codeType', 'valueType', 'value', 'scope'] as const).find((name) => name in parsed);
  if (parsed.rewardId && described) {
    throw invalidParameter(`/${described}`, 'belongs to the reward and cannot be set together with rewardId');
  }
  return parsed;
}

export function parseTimelineBody(body: unknown): TimelineBody {
  const parsed = checked(timeline, body);
  if ((parsed.count === undefined) === (parsed.entries === undefined)) {
    throw invalidParameter('/', 'needs either count or entries');
  }
  return parsed;
}

/** The kinds of fault that accept each extra field. A field that would be ignored is a mistake in a test. */
const FAULT_FIELDS: Partial<Record<keyof FaultRequest, FaultRequest['fault'][]>> = {
  ms: ['latency'],
  status: ['status'],
  body: ['status', 'wrong-shape'],
  retryAfter: ['rate-limited'],
  maxRows: ['paging'],
  ignoreOffset: ['paging'],
  omitCursor: ['paging'],
  text: ['text-body'],
};

/** The operations whose pages each field of `paging` can affect. */
const PAGING_OPERATIONS: Record<keyof PagingFault, OperationId[]> = {
  maxRows: ['listTimeline', 'exportRawEvents'],
  ignoreOffset: ['listTimeline'],
  omitCursor: ['exportRawEvents'],
};

export function parseFaultBody(body: unknown): FaultRequest & { operation: OperationId } {
  const parsed = checked(fault, body);
  for (const [field, kinds] of Object.entries(FAULT_FIELDS)) {
    if (field in parsed && !kinds.includes(parsed.fault)) {
      throw invalidParameter(`/${field}`, `is only for the fault ${kinds.join(' or ')}`);
    }
  }
  const needed = {
    latency: 'ms',
    status: 'status',
    'rate-limited': 'retryAfter',
    'text-body': 'text',
  } as const;
  const missing = parsed.fault in needed ? needed[parsed.fault as keyof typeof needed] : undefined;
  if (missing && parsed[missing] === undefined) {
    throw invalidParameter(`/${missing}`, `is required for the fault ${parsed.fault}`);
  }
  if (typeof parsed.retryAfter === 'string' && !isHttpDate(parsed.retryAfter)) {
    throw invalidParameter('/retryAfter', 'must be whole seconds or an HTTP date');
  }
  if (parsed.fault === 'paging') checkPaging(parsed);
  return parsed;
}

function checkPaging(fault: FaultRequest): void {
  const given = Object.entries(PAGING_OPERATIONS).filter(([field]) => field in fault);
  if (given.length === 0) throw invalidParameter('/', 'needs maxRows, ignoreOffset or omitCursor');
  for (const [field, operations] of given) {
    if (!operations.includes(fault.operation)) {
      throw invalidParameter(`/${field}`, `is only for ${operations.join(' and ')}`);
    }
  }
}

function isHttpDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toUTCString() === text;
}
