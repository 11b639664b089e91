import { join } from 'node:path';
import type { Deps } from '../../server/http/call.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { composeDeps } from '../../server/testing/compose-deps.ts';
import { SESSION_SECRET, type SoakPortal } from './soak-portal.ts';

/** Returns the dependencies of the factories; nothing here sends pushes, proves files or analyses them. */
export const openDeps = async ({ db, dataDir }: SoakPortal): Promise<Deps> =>
  composeDeps({
    db,
    dataDir,
    storage: await openFileStorage(join(dataDir, 'portal', 'files')),
    sessionSecret: SESSION_SECRET,
  });
