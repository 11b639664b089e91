// Runs in a thread of its own: it holds the running hashes by number, and each message is one step of one of them.
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { HashStep, HashedStep } from './sha256.ts';

if (parentPort === null) throw new Error('this runs as a worker only');
const port = parentPort;
const hashes = new Map<number, Hash>();

port.on('message', ({ id, bytes, end }: HashStep) => {
  const hash = hashes.get(id) ?? createHash('sha256');
  if (bytes !== null) hash.update(bytes);
  if (end === null) hashes.set(id, hash);
  else hashes.delete(id);
  port.postMessage({ id, sha256: end === 'digest' ? hash.digest('hex') : null } satisfies HashedStep);
});
