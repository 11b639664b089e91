import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { findKeys } from '../../features/credits/server/ledger-keys.ts';
import { openBackup, restore, type BackupSource } from '../../server/backup/restore.ts';
import { systemClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import { connect } from '../../server/database/connect.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { beginCheck } from '../../server/stored-files/check-runs.ts';
import { unlimitedPace } from '../../server/stored-files/verify-object.ts';
import { checkFiles, FAULT_WORDS } from './check-files.ts';
import { checkWholeLedger, verifyWholeLedger } from './whole-ledger.ts';

/** An empty database and folder, and the keys that the backed-up portal holds outside of its data folder. */
export interface Stage extends Pick<
  Config,
  'dataDir' | 'ledgerKey' | 'ledgerKeysOld' | 'storageKey' | 'storageKeyOld'
> {
  url: string;
}

export interface DrillResult {
  madeAt: string;
  entries: number;
  files: number;
  /** One sentence per fault; empty when the backup is a complete portal. */
  faults: string[];
}

const silent = pino({ level: 'silent' });

/** Restores a backup to a stage, and verifies there what a portal depends on: its ledger, and each file by its hash. */
export async function drillRestore(
  source: BackupSource,
  stage: Stage,
  printLine: (line: string) => void,
): Promise<DrillResult> {
  const { url, dataDir } = stage;
  const manifest = await openBackup(source);
  const checkLedger: Parameters<typeof restore>[0]['checkLedger'] = (db) => checkWholeLedger({ db, log: silent });
  await restore({ manifest, source, url, dataDir, replace: false, checkLedger, printLine });
  const connection = connect(url, 4);
  try {
    const ledger = await verifyRestoredLedger(connection.db, stage);
    const files = await verifyRestoredFiles(connection.db, stage);
    const faults = [...ledger.faults, ...ledger.sealFaults, ...files.faults];
    return { madeAt: manifest.madeAt, entries: ledger.entries, files: files.checked, faults };
  } finally {
    await connection.close();
  }
}

type Db = ReturnType<typeof connect>['db'];

async function verifyRestoredLedger(db: Db, stage: Stage) {
  const keys = await findKeys(db, stage);
  if (keys !== null) useLedgerSeal(db, { keys, dataDir: stage.dataDir });
  return verifyWholeLedger(db);
}

async function verifyRestoredFiles(db: Db, stage: Stage): Promise<{ checked: number; faults: string[] }> {
  const storage = await openStorage({ ...stage, storagePlace: null });
  // The restored rows may include a check that was under way.
  await db.deleteFrom('file_checks').execute();
  const begun = await beginCheck(db, { lease: randomUUID(), now: systemClock.now() });
  if (begun === undefined) throw new Error('The check of the restored files could not begin.');
  const faults: string[] = [];
  const deps = { db, storage, clock: systemClock, log: silent };
  const check = await checkFiles(deps, begun, {
    pace: unlimitedPace,
    onFault: ({ fault, label, key }) => faults.push(`${label} is ${FAULT_WORDS[fault]} (stored as ${key})`),
  });
  if (check === null) throw new Error('The check of the restored files was taken over.');
  return { checked: check.checked, faults };
}
