/** Whether the pages that are measured are what the sandbox would answer. */
import type { RawEventExport } from '../../src/api/index.ts';
import { DATE_FROM, type Export, PATH } from './readers.ts';

/** Every field by its path with the types that it has: `.data[].user_id: string`. */
function shapeOf(value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    found.add(`${path}: array`);
    for (const item of value) shapeOf(item, `${path}[]`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) shapeOf(item, `${path}.${key}`, found);
  } else found.add(`${path}: ${value === null ? 'null' : typeof value}`);
  return found;
}

export async function ask(
  { url, apiKey, limit }: Export,
  cursor = '',
): Promise<{ type: string; body: RawEventExport }> {
  const query = new URLSearchParams({
    date_from: DATE_FROM,
    limit: String(limit),
    ...(cursor && { after_cursor: cursor }),
  });
  const response = await fetch(`${url}${PATH}?${query}`, { headers: { 'x-api-key': apiKey } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return {
    type: response.headers.get('content-type') ?? '',
    body: (await response.json()) as RawEventExport,
  };
}

/** @throws Error that names what differs */
export async function assertSameShape(
  [mine, myCursor]: [Export, cursor: string],
  [sandbox, sandboxCursor]: [Export, cursor: string],
): Promise<void> {
  const [answer, wanted] = await Promise.all([ask(mine, myCursor), ask(sandbox, sandboxCursor)]);
  const [is, should] = [shapeOf(answer), shapeOf(wanted)];
  const differs = [...is.symmetricDifference(should)];
  if (answer.type !== wanted.type) differs.push(`content type ${answer.type} in place of ${wanted.type}`);
  if (differs.length) throw new Error(`The pages are not what the sandbox answers: ${differs.join(', ')}`);
}
