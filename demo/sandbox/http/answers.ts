import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Answer, SandboxContext } from '../context.ts';
import { ServiceError } from './errors.ts';

export interface SandboxEnv {
  Bindings: HttpBindings;
}
export type HttpContext = Context<SandboxEnv>;

export function toErrorAnswer({ log }: Pick<SandboxContext, 'log'>, error: unknown): Answer {
  if (error instanceof ServiceError) {
    return { status: error.status, body: error.body, headers: error.headers };
  }
  // The stack is for the developer's terminal; the client only learns that the sandbox failed.
  log(`internal_error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const { status, body } = new ServiceError(500, 'internal_error', 'The sandbox failed. See its terminal.');
  return { status, body };
}

export function toResponse({ status, body, html, text, headers = {} }: Answer): Response {
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers };
  if (html !== undefined) {
    return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...common } });
  }
  if (text !== undefined) {
    return new Response(text, {
      status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...common },
    });
  }
  if (body === undefined) return new Response(null, { status, headers: common });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...common },
  });
}

/** Ends the connection without a response, as a crash or network failure would. */
export function drop(c: HttpContext): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole body, sends half of it and ends the connection. */
export function truncate(c: HttpContext, answer: Answer): Response {
  const text = Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
  if (text.length === 0) return drop(c);
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, {
    // The prepared response already has the CORS headers; without them, a page could not read the half body.
    ...Object.fromEntries(c.res.headers),
    ...answer.headers,
    'content-type': 'application/json',
    'content-length': text.length,
  });
  outgoing.write(text.subarray(0, Math.floor(text.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
