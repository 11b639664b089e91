import { pino } from 'pino';
import { readConfig } from '../../app/server/read-config.ts';
import { systemClock } from '../clock.ts';
import type { Deps } from '../http/call.ts';

type Own = Pick<Deps, 'db'> & Partial<Deps> & { dataDir: string };

/** Composes what factories and verbs need where no server runs; what `own` lacks, they must not use. */
export const composeDeps = ({ dataDir, ...own }: Own): Deps =>
  ({
    clock: systemClock,
    config: readConfig({}, dataDir),
    log: pino({ level: 'silent' }),
    pushKey: '',
    sessionSecret: 'only-for-tests-only-for-tests-only',
    webhookSecret: 'only-for-tests',
    ...own,
  }) as Deps;
