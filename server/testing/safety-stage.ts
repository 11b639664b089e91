import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { connect } from '../database/connect.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { bootProgram, type Booted } from './boot.ts';
import { createTestDatabase } from './database.ts';

export const FILES = 4;
export const TIMEOUT_MS = 400_000;
export const SECRET = 'only-for-tests-only-for-tests-only';

interface SafetyStage {
  folder: string;
  dataDir: string;
  /** What is ended after the test, the last first. */
  endings: (() => Promise<unknown>)[];
  newDatabase: () => Promise<string>;
  boot: (databaseUrl: string, inFolder?: string, more?: Record<string, string>) => Promise<Booted>;
  /** Adds files, which stand for what customers have entrusted to the portal. */
  addFiles: (databaseUrl: string) => Promise<void>;
  everyByte: () => Promise<string[]>;
}

/** A data folder for each test of a file, and the real program on it. */
export function openSafetyStage(): SafetyStage {
  const endings: (() => Promise<unknown>)[] = [];
  const stage: SafetyStage = {
    folder: '',
    dataDir: '',
    endings,

    async newDatabase() {
      const database = await createTestDatabase();
      endings.push(() => database.drop());
      return database.ownerUrl;
    },

    async boot(databaseUrl, inFolder = stage.dataDir, more = {}) {
      const booted = await bootProgram({
        DATABASE_URL: databaseUrl,
        DATA_DIR: inFolder,
        SESSION_SECRET: SECRET,
        // Tests must also run on disks that are nearly full; the embedded database keeps room for itself.
        DISK_RESERVE_MB: databaseUrl === '' ? '100' : '0',
        ...more,
      });
      endings.push(() => booted.kill());
      return booted;
    },

    async addFiles(databaseUrl) {
      const connection = connect(databaseUrl, 2);
      const deps = { db: connection.db, storage: await openFileStorage(join(stage.dataDir, 'files')) };
      for (let at = 0; at < FILES; at += 1) await buildFile(deps, { bytes: randomBytes(2_000) });
      await connection.close();
    },

    async everyByte() {
      const entries = await readdir(join(stage.dataDir, 'files'), { recursive: true, withFileTypes: true });
      const hashes = entries
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const bytes = await readFile(join(parentPath, name));
          return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
        });
      return (await Promise.all(hashes)).sort();
    },
  };

  beforeEach(async () => {
    stage.folder = await mkdtemp(join(tmpdir(), 'tunedesk-safety-'));
    stage.dataDir = join(stage.folder, 'data');
    endings.push(() => rm(stage.folder, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });
  return stage;
}

export function runScript(script: string, words: string[], environment: Record<string, string>) {
  const env = { ...process.env, LOG_LEVEL: 'error', DEMO: '', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/admin/${script}.ts`, ...words], {
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
