// The program of the threads that hash passwords.
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { serveWork } from '../threads/serve-work.ts';

/** Below the threads that serve calls: a hash of 25 ms can wait for a call of 1 ms, but not vice versa. */
const NICE_INCREMENT = 10;

const work = {
  hash: ({ password }: { password: string }): string => hashSync(password),
  verify: ({ password, passwordHash }: { password: string; passwordHash: string }): boolean =>
    verifySync(passwordHash, password),
};

export type HashTasks = typeof work;

// Linux counts priorities by thread; the process keeps its own.
setPriority(NICE_INCREMENT);
void serveWork(work);
