import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildUser } from '../features/accounts/server/accounts.factory.ts';
import { openSession } from '../features/accounts/server/sessions.ts';
import { connect, type Connection } from './database/connect.ts';
import { bootProgram } from './testing/boot.ts';
import { createTestDatabase } from './testing/database.ts';

const SECRET = 'only-for-this-test-only-for-this-test';
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.ownerUrl, 2);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Returns a module, loaded before the program, that sets its machine's clock off by this much. */
const clockOffBy = (ms: number) =>
  `--import data:text/javascript,${encodeURIComponent(`
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${ms}) : super(...given); }
      static now() { return Right.now() + ${ms}; }
    };`)}`;

async function signIn(openedAgoMs: number): Promise<string> {
  const { db } = connection;
  const clock = { now: () => new Date(Date.now() - openedAgoMs) };
  return openSession({ db, clock, sessionSecret: SECRET }, await buildUser({ db }));
}

test('sessions last equally long if the clock is a year ahead or an hour behind', { timeout: 180_000 }, async () => {
  const dataDir = join(await mkdtemp(join(inject('throwawayFolder'), 'clock-')), 'data');
  for (const offMs of [365 * 24 * HOUR_MS, -HOUR_MS]) {
    const portal = await bootProgram({
      DATA_DIR: dataDir,
      DATABASE_URL: database.ownerUrl,
      SESSION_SECRET: SECRET,
      NODE_OPTIONS: clockOffBy(offMs),
    });
    expect([portal.exitCode, portal.output]).toEqual([null, expect.stringContaining('ready')]);
    try {
      const open = await signIn(WEEK_MS - HOUR_MS);
      const expired = await signIn(WEEK_MS + HOUR_MS / 2);
      const ask = async (token: string) =>
        (await fetch(`${portal.url}/api/users/my`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([offMs, await ask(open), await ask(expired)]).toEqual([offMs, 200, 403]);
    } finally {
      await portal.kill();
    }
  }
});
