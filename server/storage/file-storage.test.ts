import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageConformance } from '../testing/storage-conformance.ts';
import { openFileStorage } from './file-storage.ts';

storageConformance(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-storage-'));
  return {
    storage: await openFileStorage(folder),
    reopen: () => openFileStorage(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});
