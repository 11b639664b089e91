import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inject, onTestFinished } from 'vitest';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/connect.ts';
import type { Storage } from '../storage/storage.ts';
import { createTestDatabase } from './database.ts';

/** Everything created here is removed at the end of the test that asked for it. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('throwawayFolder'), 'bare-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a migrated database and an empty data folder. */
export async function makeBarePlace(): Promise<{ url: string; dataDir: string }> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { url: database.ownerUrl, dataDir: await makeFolder() };
}

const NO_KEYS = { ledgerKey: null, ledgerKeysOld: [] };

/** Opens the rows and the data folder of a portal as a command finds them: no server is running. */
export async function openBarePortal() {
  const place = await makeBarePlace();
  const connection = connect(place.url, 4);
  onTestFinished(() => connection.close());
  await openLedger(connection.db, { ...place, ...NO_KEYS }, () => undefined);
  return { ...place, db: connection.db };
}

/** Reads the bytes of every original, in the order of the files. */
export async function readOriginals({ db, storage }: { db: Database; storage: Storage }): Promise<Buffer[]> {
  const rows = await db.selectFrom('files').select('file_key').orderBy('id').execute();
  return Promise.all(rows.map(async ({ file_key }) => buffer((await storage.read(file_key))?.stream as Readable)));
}
