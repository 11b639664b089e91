// Stores a dump, compressed, in the given folder, and halts for good at the requested place until it is killed.
import { createCompressedStorage } from '../storage/compression/compressed-storage.ts';
import { openFileStorage } from '../storage/file-storage.ts';

export type StopAt = 'received half' | 'received' | 'permanent';

const [folder = '', stopAt, key] = process.argv.slice(2);

/** Never resolves, and prevents the process from ending. */
function stopHere(): Promise<never> {
  setInterval(() => undefined, 60_000);
  process.send?.('stopped');
  return new Promise(() => undefined);
}

async function* dump() {
  for (let piece = 0; piece < 40; piece += 1) {
    if (piece === 30 && stopAt === 'received half') await stopHere();
    yield Buffer.alloc(60_000, piece);
  }
}

const storage = createCompressedStorage(await openFileStorage(folder));
const received = await storage.receive(dump(), key);
if (stopAt === 'received') await stopHere();
await storage.keep(received);
await stopHere();
