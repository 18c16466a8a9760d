/**
 * Answers over HTTP that no service would give, for a test that makes them up: `PUT /any` with
 * `{ [name]: { status, headers, body } }` keeps them, and every other request below `/any/NAME/` gets that one,
 * status, headers and bytes as they were put. The next PUT forgets them.
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
    // Bypasses the server's own handling, which accepts only ordinary answers.
    context.respond = false;
    context.res.writeHead(status, headers).end(body);
  };
}
