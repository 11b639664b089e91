// The program of the thread that hashes large files: it holds the running hashes by number.
import { createHash, type Hash } from 'node:crypto';
import { serveWork } from '../threads/serve-work.ts';

const hashes = new Map<number, Hash>();

function findHash(id: number): Hash {
  const hash = hashes.get(id);
  if (hash === undefined) throw new Error('an earlier thread had the beginning of these bytes');
  return hash;
}

const work = {
  update({ id, bytes, isFirst }: { id: number; bytes: Uint8Array; isFirst: boolean }): void {
    if (isFirst) hashes.set(id, createHash('sha256'));
    findHash(id).update(bytes);
  },
  digest({ id }: { id: number }): string {
    const sha256 = findHash(id).digest('hex');
    hashes.delete(id);
    return sha256;
  },
  abandon: ({ id }: { id: number }): void => void hashes.delete(id),
};

export type Sha256Tasks = typeof work;

void serveWork(work);
