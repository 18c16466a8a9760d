import { Agent, request } from 'node:http';

/** One agent for thousands of small requests: with `fetch` they would take more time than what they test. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Reply {
  status: number;
  body: unknown;
}

/** Rejects where the connection breaks before the whole answer is there. Sends nothing twice. */
export function ask(
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => {
          try {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown });
          } catch {
            reject(new Error(`${method} answered ${response.statusCode} without JSON.`));
          }
        });
      },
    );
    sent.on('error', reject);
    sent.end(json);
  });
}

export const closeConnections = (): void => agent.destroy();
