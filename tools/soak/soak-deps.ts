import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../app/server/read-config.ts';
import { systemClock } from '../../server/clock.ts';
import type { Deps } from '../../server/http/call.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { SESSION_SECRET, type SoakPortal } from './soak-portal.ts';

/** Returns the dependencies of the factories; nothing here sends pushes, proves files or analyses them. */
export async function openDeps(portal: SoakPortal): Promise<Deps> {
  const deps: Omit<Deps, 'ecu' | 'proofKey'> = {
    db: portal.db,
    storage: await openFileStorage(join(portal.dataDir, 'portal', 'files')),
    clock: systemClock,
    config: readConfig({}, portal.dataDir),
    log: pino({ level: 'silent' }),
    pushKey: '',
    sessionSecret: SESSION_SECRET,
  };
  return deps as Deps;
}
