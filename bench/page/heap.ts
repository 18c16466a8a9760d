/** The bytes of a page's JS heap without what the engine compiles, from a heap snapshot. */
import type { CDPSession } from 'puppeteer-core';

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** Machine code and what it has learnt of types, and what is not in the JS heap. */
const LEFT_OUT = new Set(['code', 'native', 'synthetic']);

export async function bytesOfData(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!LEFT_OUT.has(types[0][nodes[node + type]!]!)) bytes += nodes[node + size]!;
  return bytes;
}
