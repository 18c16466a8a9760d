import type { Hono } from 'hono';
import { createKey } from '../auth.ts';
import type { Answer, SandboxContext } from '../context.ts';
import { toErrorAnswer, toResponse, type HttpContext, type SandboxEnv } from '../http/answers.ts';
import { readJson } from '../http/body.ts';
import { ServiceError, methodNotAllowed, notFound } from '../http/errors.ts';
import {
  createCollection,
  createGrant,
  createRewardCode,
  createTimeline,
  describeCode,
  describeGrant,
} from './fixtures.ts';
import { indexPage, mailboxPage } from './pages.ts';
import {
  parseCodeBody,
  parseCollectionBody,
  parseFaultBody,
  parseGrantBody,
  parseKeyBody,
  parseTimelineBody,
} from './schemas.ts';

const faultNotFound = (): ServiceError => new ServiceError(404, 'fault_not_found', 'There is no such fault.');

type ControlHandler = (c: HttpContext, body: unknown) => Answer | Promise<Answer>;

/** The routes that control the sandbox itself. They need no API key: it only listens on loopback. */
export function mountControl(app: Hono<SandboxEnv>, sandbox: SandboxContext): void {
  const { db, faults, mailbox, requests, now } = sandbox;
  const created = (body: unknown): Answer => ({ status: 201, body });
  const ok = (body: unknown): Answer => ({ status: 200, body });

  const route = (path: string, handlers: Record<string, ControlHandler>): void => {
    app.all(path, async (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const handler = handlers[method];
      if (!handler) throw methodNotAllowed([...Object.keys(handlers), 'OPTIONS']);
      return toResponse(await handler(c, method === 'POST' ? await readJson(c.req.raw) : undefined));
    });
  };

  route('/sandbox', { GET: () => indexPage(sandbox) });
  route('/sandbox/mailbox', {
    GET: (c) => mailboxPage(mailbox.list(c.req.query('email')), c.req.query('email')),
  });
  route('/sandbox/mailbox.json', { GET: (c) => ok(mailbox.list(c.req.query('email'))) });

  route('/sandbox/keys', {
    POST: (_, body) => created({ key: createKey(db, parseKeyBody(body).role, now()) }),
  });
  route('/sandbox/grants', { POST: (_, body) => created(createGrant(sandbox, parseGrantBody(body))) });
  route('/sandbox/grants/:token', { GET: (c) => ok(describeGrant(sandbox, c.req.param('token') ?? '')) });
  route('/sandbox/timelines', {
    POST: (_, body) => created(createTimeline(sandbox, parseTimelineBody(body))),
  });
  route('/sandbox/collections', {
    POST: (_, body) => {
      const { id, slug } = createCollection(sandbox, parseCollectionBody(body));
      return created({ id, slug });
    },
  });
  route('/sandbox/codes', { POST: (_, body) => created(createRewardCode(sandbox, parseCodeBody(body))) });
  route('/sandbox/codes/:code', { GET: (c) => ok(describeCode(sandbox, c.req.param('code') ?? '')) });

  route('/sandbox/faults', {
    POST: (_, body) => created({ id: faults.add(parseFaultBody(body)).id }),
    GET: (c) => ok(faults.list(c.req.query('key'))),
    DELETE: (c) => {
      faults.clear(c.req.query('key'));
      return { status: 204 };
    },
  });
  const faultId = (c: HttpContext): string => c.req.param('id') ?? '';
  route('/sandbox/faults/:id', {
    DELETE: (c) => {
      if (!faults.delete(faultId(c))) throw faultNotFound();
      return { status: 204 };
    },
  });
  route('/sandbox/faults/:id/arrival', {
    GET: async (c) => {
      if (!(await faults.arrival(faultId(c)))) throw faultNotFound();
      return { status: 204 };
    },
  });
  route('/sandbox/requests', {
    GET: (c) => ok(requests.list(c.req.query('key'))),
    DELETE: (c) => {
      requests.clear(c.req.query('key'));
      return { status: 204 };
    },
  });
  app.all('/sandbox/*', () => toResponse(toErrorAnswer(sandbox, notFound())));
}
