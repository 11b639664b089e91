// Runs the portal's hourly housekeeping once: started beside the portal, with its settings and its machine's clock.
import { pino } from 'pino';
import { runHousekeeping } from '../../../../app/server/housekeeping.ts';
import { readConfig } from '../../../../app/server/read-config.ts';
import { openLedgerSeal, useLedgerSeal } from '../../../../features/credits/server/ledger-seal.ts';
import { connect } from '../../../../server/database/connect.ts';
import { openDatabaseClock } from '../../../../server/database/database-clock.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { openStorage } from '../../../../server/storage/open-storage.ts';

const config = readConfig(process.env, process.cwd());
const connection = connect(process.env.DATABASE_URL ?? '', 4);
const { db } = connection;
useLedgerSeal(db, await openLedgerSeal(db, config));
const clock = await openDatabaseClock(db);
const deps: Omit<Deps, 'ecu' | 'proofKey'> = {
  db,
  clock,
  config,
  storage: await openStorage(config),
  log: pino({ level: 'error' }, pino.destination({ fd: 1, sync: true })),
  pushKey: '',
  sessionSecret: '',
};
await runHousekeeping(deps as Deps);
await connection.close();
process.exit(0);
