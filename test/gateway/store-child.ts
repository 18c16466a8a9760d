/** A process with a file store of its own, for tests that need two: `node store-child.ts <folder>`. */
import { fileStore } from '../../src/gateway/stores/file.ts';
import { answerer, type StoreCall } from './remote-store.ts';

const store = fileStore(process.argv[2]!);
const answer = answerer();

process.on('message', ({ id, call }: { id: number; call: StoreCall }) => {
  answer(store, call).then(
    (result) => process.send!({ id, result }),
    (error: unknown) => process.send!({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
