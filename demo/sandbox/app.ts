import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { SandboxContext } from './context.ts';
import { mountControl } from './control/routes.ts';
import { toErrorAnswer, toResponse, type SandboxEnv } from './http/answers.ts';
import { ServiceError, methodNotAllowed, notFound } from './http/errors.ts';
import { serveMedia } from './media.ts';
import { mountService } from './service.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(origin);

export function createApp(sandbox: SandboxContext): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  // Comes first, so that error responses have the headers too and a page can read them.
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['x-api-key', 'content-type', 'accept'],
      allowMethods: METHODS,
      exposeHeaders: ['Retry-After', 'Date', 'X-Request-Id'],
      maxAge: 600,
    }),
  );
  // Pages from any origin may use the service, as in production. Only pages on this machine may control the sandbox.
  app.use('/sandbox/*', async (c, next) => {
    if (!isLoopbackOrigin(c.req.header('origin'))) {
      throw new ServiceError(403, 'origin_not_allowed', 'Only pages on this machine may call this.');
    }
    await next();
  });
  mountService(app, sandbox);
  mountControl(app, sandbox);
  app.all('/media/:name', (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD', 'OPTIONS']);
    return serveMedia(c.req.param('name'), c.req.header('range'));
  });
  app.notFound(() => toResponse(toErrorAnswer(sandbox, notFound())));
  app.onError((error) => toResponse(toErrorAnswer(sandbox, error)));
  return app;
}
