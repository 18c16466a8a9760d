/** The sandbox's answers, recorded once: the stub of the service repeats them. */
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop } from '../../test/helpers/control.ts';

export interface Answers {
  timeline: string;
  collection: string;
  claim: string;
}

/** The collection that the demo's shop shows, and as many entries of its story as the element asks for first. */
const COLLECTION = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';
const LIMIT = 20;

export async function recordAnswers(): Promise<Answers> {
  const sandbox = await startSandbox();
  try {
    const shop = await openShop(sandbox.url);
    const ask = async (path: string, method = 'GET') => {
      const response = await fetch(sandbox.url + path, { method, headers: { 'x-api-key': shop.key } });
      const text = await response.text();
      if (!response.ok) throw new Error(`The sandbox answered ${path} with ${response.status}: ${text}`);
      return text;
    };
    const { token } = await shop.grant();
    const collection = await ask(`/v1/collections/${COLLECTION}`);
    const { slug } = JSON.parse(collection) as { slug: string };
    const timeline = await ask(`/v1/timeline?collection_slug=${slug}&limit=${LIMIT}`);
    const { data } = JSON.parse(timeline) as { data: unknown[] };
    if (data.length !== LIMIT) throw new Error(`The sandbox has ${data.length} entries.`);
    return { collection, timeline, claim: await ask(`/v1/rewards/grants/${token}/claim`, 'POST') };
  } finally {
    await sandbox.close();
  }
}
