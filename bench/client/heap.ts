/** The memory in use while an export is read, in a process that does nothing else and can force garbage collection. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Export, type ReaderName, readers } from './readers.ts';

/** The shares of the rows at which the heap is measured. */
export const MARKS = [0.1, 0.5, 1];

interface Task {
  reader: ReaderName;
  source: Export;
  rows: number;
}

/** Bytes at the marks: the heap and what it holds outside of it. */
async function measure({ reader, source, rows }: Task): Promise<number[]> {
  const marks = new Set(MARKS.map((part) => Math.round(rows * part)));
  const found: number[] = [];
  let count = 0;
  await readers[reader](source, () => {
    if (!marks.has(++count)) return;
    // The second collection gets what only the first one's finalizers let go.
    globalThis.gc!();
    globalThis.gc!();
    const { heapUsed, external } = process.memoryUsage();
    found.push(heapUsed + external);
  });
  return found;
}

/** Starts this file as a child. */
export async function measureHeap(task: Task): Promise<number[]> {
  const child = fork(import.meta.filename, { execArgv: ['--expose-gc'] });
  child.send(task);
  const [found] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The measuring of the heap ended.'))),
  ])) as [number[]];
  return found;
}

if (import.meta.main)
  process.once(
    'message',
    (task: Task) => void measure(task).then((found) => process.send!(found, () => process.disconnect())),
  );
