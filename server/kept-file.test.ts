import { lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepProofKey } from './proof-key.ts';
import { keepPushKeys } from './push/transport.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the key of the proofs and the keys of the notifications are made once and stay', async () => {
  expect((await keepProofKey(folder)).publicKey).toBe((await keepProofKey(folder)).publicKey);
  expect(await keepPushKeys(folder)).toEqual(await keepPushKeys(folder));
});

test.each([
  ['proof-key.pem', keepProofKey],
  ['push-keys.json', keepPushKeys],
])('%s that is there and cannot be read is not replaced: the start fails', async (name, keep) => {
  const path = join(folder, name);
  await rm(path, { force: true });
  // Cannot be read by anybody, also not by root: it leads to itself.
  await symlink(name, path);
  await expect(keep(folder)).rejects.toThrow('ELOOP');
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
});
