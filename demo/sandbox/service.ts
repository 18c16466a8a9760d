import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import { authorize } from './auth.ts';
import type { Answer, SandboxContext } from './context.ts';
import type { ContractOperation } from './contract.ts';
import { wrongShapeFor, type Fault, type PagingFault } from './faults.ts';
import {
  drop,
  toErrorAnswer,
  toResponse,
  truncate,
  type HttpContext,
  type SandboxEnv,
} from './http/answers.ts';
import { readJson, skipBody } from './http/body.ts';
import { ServiceError, invalidRequest, methodNotAllowed, notFound } from './http/errors.ts';
import { HANDLERS } from './operations/index.ts';

type LogEntry = ReturnType<SandboxContext['requests']['add']>;

/** Mounts the contract's operations: one route per path, to distinguish a wrong method from an unknown path. */
export function mountService(app: Hono<SandboxEnv>, sandbox: SandboxContext): void {
  const byPath = Map.groupBy(sandbox.contract.operations, ({ path }) => path);
  for (const [path, operations] of byPath) {
    const allowed = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const operation = operations.find((candidate) => candidate.method === method);
      const logged = logRequest(sandbox, c, operation);
      if (operation) return serve(sandbox, c, operation, logged);
      return send(logged, toErrorAnswer(sandbox, methodNotAllowed([...allowed, 'OPTIONS'])));
    });
  }
  app.all('/v1/*', (c) => send(logRequest(sandbox, c, undefined), toErrorAnswer(sandbox, notFound())));
}

async function serve(
  sandbox: SandboxContext,
  c: HttpContext,
  operation: ContractOperation,
  logged: LogEntry,
): Promise<Response> {
  const fault = sandbox.faults.take(operation.id, c.req.header('x-api-key'));
  if (fault) await sandbox.faults.hold(fault);
  const latency = (fault?.latency ?? 0) + (fault?.ms ?? 0);
  // Closing the sandbox ends the wait early; the request then continues as usual.
  if (latency > 0) await pause(latency, undefined, { signal: sandbox.closing }).catch(() => undefined);

  // After a shutdown, the waiting client is disconnected and the database is closed.
  const abandoned = sandbox.closing.aborted && c.env.incoming.socket.destroyed;
  if (abandoned || fault?.fault === 'drop-before') return drop(c);
  const instead = fault && answerInstead(fault, operation);
  if (instead) return send(logged, instead);

  const answer = await perform(sandbox, c, operation, fault);
  if (fault?.fault === 'drop-after') return drop(c);
  if (fault?.fault === 'truncated-body') {
    logged.status = answer.body === undefined ? null : answer.status;
    return truncate(c, answer);
  }
  if (fault?.text !== undefined && answer.status < 400) {
    // A 204 cannot have a body.
    return send(logged, { status: answer.status === 204 ? 200 : answer.status, text: fault.text });
  }
  return send(logged, answer);
}

/** The faults that respond without running the operation. */
function answerInstead(fault: Fault, operation: ContractOperation): Answer | undefined {
  switch (fault.fault) {
    case 'status': {
      const status = fault.status ?? 500;
      const { body } = new ServiceError(
        status,
        'fault_injected',
        `The sandbox was asked for status ${status}.`,
      );
      const bodyless = status === 204 || status === 205 || status === 304;
      return bodyless ? { status } : { status, body: 'body' in fault ? fault.body : body };
    }
    case 'rate-limited': {
      const { status, body } = new ServiceError(429, 'rate_limited', 'Too many requests.');
      return { status, body, headers: { 'Retry-After': String(fault.retryAfter ?? 1) } };
    }
    case 'wrong-content-type':
      return {
        status: 200,
        html: '<!doctype html><title>Maintenance</title><p>We will be right back.</p>',
      };
    case 'wrong-shape':
      return {
        status: operation.id === 'createOtp' ? 201 : 200,
        body: 'body' in fault ? fault.body : wrongShapeFor(operation.id),
      };
    default:
      return undefined;
  }
}

/** Checks a request, runs its operation and checks the response. Never throws. */
async function perform(
  sandbox: SandboxContext,
  c: HttpContext,
  operation: ContractOperation,
  paging: PagingFault = {},
): Promise<Answer> {
  try {
    authorize(sandbox.db, operation.id, c.req.header('x-api-key'));
    const body = operation.takesBody ? await readJson(c.req.raw) : await skipBody(c.req.raw);
    const url = new URL(c.req.url);
    const params = c.req.param() as Record<string, string>;
    const checked = sandbox.contract.checkRequest(operation, { params, query: readQuery(url), body });
    if (!checked.valid) throw invalidRequest(checked.violations);
    const input = { params, query: checked.query, body, origin: url.origin, paging };
    return holdToContract(sandbox, operation, await HANDLERS[operation.id](sandbox, input));
  } catch (error) {
    return holdToContract(sandbox, operation, toErrorAnswer(sandbox, error));
  }
}

function readQuery({ searchParams }: URL): Record<string, string | string[]> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** A wrong response would teach the elements an interface that does not exist, so it is never sent silently. */
function holdToContract(sandbox: SandboxContext, operation: ContractOperation, answer: Answer): Answer {
  const violations = sandbox.contract.checkResponse(operation, answer.status, answer.body);
  if (violations.length === 0) return answer;
  const found = violations.map(({ path, message }) => `${path} ${message}`).join('; ');
  sandbox.log(`sandbox_contract_violation: ${operation.id} ${answer.status}: ${found}`);
  return toErrorAnswer(
    sandbox,
    new ServiceError(500, 'sandbox_contract_violation', 'The sandbox was about to break the contract.', {
      details: { operation: operation.id, errors: violations },
    }),
  );
}

function logRequest(sandbox: SandboxContext, c: HttpContext, operation?: ContractOperation): LogEntry {
  return sandbox.requests.add({
    at: new Date(sandbox.now()).toISOString(),
    operation: operation?.id ?? null,
    method: c.req.method,
    status: null,
    key: c.req.header('x-api-key') ?? null,
    requestId: String(c.env.outgoing.getHeader('x-request-id')),
  });
}

function send(logged: LogEntry, answer: Answer): Response {
  logged.status = answer.status;
  return toResponse(answer);
}
