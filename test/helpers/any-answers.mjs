/**
 * HTTP responses that no service would send, for tests that invent them: `PUT /any` with
 * `{ [name]: { status, headers, body } }` stores them, and every other request below `/any/NAME/` gets the one with
 * that name, unchanged. The next PUT replaces all of them.
 */
import { text } from 'node:stream/consumers';

/** @returns {import('@web/test-runner').Middleware} */
export function anyAnswers() {
  /** @type {Record<string, { status: number, headers: Record<string, string>, body: string }>} */
  let answers = {};
  return async (context, next) => {
    const [, folder, name = ''] = context.path.split('/');
    if (folder !== 'any') return next();
    const sent = await text(context.req);
    if (context.method === 'PUT') answers = JSON.parse(sent);
    const { status, headers, body } = answers[name] ?? { status: 204, headers: {}, body: '' };
    // Bypasses the server's own handling, which accepts only ordinary responses.
    context.respond = false;
    context.res.writeHead(status, headers).end(body);
  };
}
