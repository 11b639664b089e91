import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSolution } from '../features/catalogue/server/catalogue.factory.ts';
import { createFile } from '../features/files/upload/upload.calls.ts';
import { systemClock } from './clock.ts';
import { readConfig } from '../app/server/read-config.ts';
import { connect } from './database/connect.ts';
import { findRunningDatabase } from './database/open.ts';
import { withClient } from './installation/database-side.ts';
import { callEndpoint } from './testing/app.ts';
import { FILES, openSafetyStage, runScript, SECRET, TIMEOUT_MS } from './testing/safety-stage.ts';
import { VEHICLE } from '../features/files/files.factory.ts';
import { buildCustomer } from './testing/stories.ts';

const stage = openSafetyStage();
const { addFiles, boot, endings, everyByte, newDatabase } = stage;

/** Adds files to the embedded database while its server runs. */
const addEmbeddedFiles = async () => addFiles((await findRunningDatabase(stage.dataDir)) ?? '');

/** Fills a portal on the embedded database, which is then killed; returns what was stored by then. */
async function fillEmbedded() {
  const first = await boot('');
  expect(first.exitCode).toBeNull();
  await addEmbeddedFiles();
  await first.kill();
  return everyByte();
}

test(
  'wrong database: a start with one that was moved is refused, every byte is unchanged',
  { timeout: TIMEOUT_MS },
  async () => {
    const before = await fillEmbedded();
    const target = await newDatabase();
    await withClient(target, (client) => client.query('drop schema public cascade; create schema public'));
    const moved = runScript('move-to', [target], { DATA_DIR: stage.dataDir, DATABASE_URL: '' });
    expect([moved.status, moved.output]).toEqual([0, expect.stringContaining('Set DATABASE_URL to')]);
    expect(moved.output).not.toContain(target);

    const refused = await boot('');
    expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining('This database was moved to')]);
    expect(refused.output).toContain('npm run admin -- installation undo-move');
    expect(await everyByte()).toEqual(before);
    const next = await boot(target);
    expect([next.exitCode, next.output]).toEqual([null, expect.stringContaining('is ready at')]);
    expect(await everyByte()).toEqual(before);
  },
);

test(
  'vanished cluster: a missing cluster or recorded location never leads to a new database, and every byte is unchanged',
  { timeout: TIMEOUT_MS },
  async () => {
    const before = await fillEmbedded();
    const [place, aside] = [join(stage.dataDir, 'database/postgresql'), join(stage.folder, 'aside')];
    await rename(place, aside);

    const lost = await boot('');
    expect([lost.exitCode, lost.output]).toEqual([1, expect.stringContaining('there is no embedded database in')]);
    expect(lost.output).toContain(`with ${FILES} stored files`);
    expect([existsSync(join(place, 'cluster')), await everyByte()]).toEqual([false, before]);

    const record = join(stage.dataDir, 'database/postgresql.place');
    await writeFile(record, `${join(stage.folder, 'gone')}\n`);
    const vanished = await boot('');
    expect([vanished.exitCode, vanished.output]).toEqual([1, expect.stringContaining(record)]);
    expect(vanished.output).toContain('Nothing was made and nothing was changed');
    expect([existsSync(join(place, 'cluster')), await everyByte()]).toEqual([false, before]);

    await rm(record);
    await rm(place, { recursive: true, force: true });
    await rename(aside, place);
    const back = await boot('');
    expect([back.exitCode, back.output]).toEqual([null, expect.stringContaining('is ready at')]);
    expect(await everyByte()).toEqual(before);
  },
);

test.runIf(process.getuid?.() === 0)(
  'vanished cluster: as root without user namespaces the database is in the data folder, which is all the next container needs',
  { timeout: TIMEOUT_MS },
  async () => {
    // As in most containers: the command exists, but the system refuses it.
    const bin = join(stage.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await chmod(stage.folder, 0o711);
    const more = { PATH: `${bin}:${process.env.PATH}` };
    const first = await boot('', stage.dataDir, more);
    expect([first.exitCode, first.output]).toEqual([null, expect.stringContaining('is ready at')]);
    await addEmbeddedFiles();
    await first.kill();
    expect(existsSync(join(stage.dataDir, 'database/postgresql/cluster/PG_VERSION'))).toBe(true);
    expect(existsSync(join(stage.dataDir, 'database/postgresql.place'))).toBe(false);
    const before = await everyByte();

    // Only the data folder is moved along.
    await rename(stage.dataDir, join(stage.folder, 'moved'));
    stage.dataDir = join(stage.folder, 'moved');
    const next = await boot('', stage.dataDir, more);
    expect([next.exitCode, next.output]).toEqual([null, expect.stringContaining('is ready at')]);
    expect(next.output).not.toContain('The first administrator');
    expect(await everyByte()).toEqual(before);
  },
);

test(
  'second server: it is refused on the same folder or database, naming the first one, and every byte is unchanged',
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await newDatabase();
    const first = await boot(url);
    await addFiles(url);
    const before = await everyByte();
    const holder = `process ${first.id} on ${hostname()}`;

    const second = await boot(url);
    expect([second.exitCode, second.output]).toEqual([
      1,
      expect.stringContaining(`Another Tunedesk (${holder}) is using`),
    ]);
    await cp(stage.dataDir, join(stage.folder, 'copy'), { recursive: true });
    const third = await boot(url, join(stage.folder, 'copy'));
    expect([third.exitCode, third.output]).toEqual([1, expect.stringContaining('is using the database')]);
    expect(third.output).toContain(`process ${first.id} on`);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);

    // When killed, it leaves nothing behind that the next start would have to wait for.
    await first.kill('SIGKILL');
    const next = await boot(url);
    expect(next.exitCode).toBeNull();
    expect(await everyByte()).toEqual(before);
  },
);

/** Mounts a 12 MB file system in memory; returns null if this user may not mount one. */
function mountSmall(place: string): boolean {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', place]).status !== 0) return false;
  endings.push(async () => spawnSync('umount', ['-l', place]));
  return true;
}

test('full disk: upload and start are refused, every byte is unchanged', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  await mkdir(stage.dataDir);
  if (!mountSmall(stage.dataDir)) return skip('nothing can be mounted here');
  const url = await newDatabase();
  const first = await boot(url);
  await addFiles(url);
  const connection = connect(url, 2);
  endings.push(() => connection.close());
  const deps = { db: connection.db, clock: systemClock, config: readConfig({}, stage.folder), sessionSecret: SECRET };
  const customer = await buildCustomer(deps as Parameters<typeof buildCustomer>[0]);
  const solution = await buildSolution(deps);
  const before = await everyByte();

  await writeFile(join(stage.dataDir, 'filler'), randomBytes(14_000_000)).catch(() => undefined);
  const upload = { ...VEHICLE, solution_ids: [solution.id] };
  const file = { name: 'golf.bin', bytes: randomBytes(500_000) };
  const refused = await callEndpoint(first.url, createFile, upload, { ...customer, file });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { message: 'The portal has no room for files at the moment.' },
  ]);
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  expect(await everyByte()).toEqual(before);
  await first.kill();

  const full = await boot(url);
  expect([full.exitCode, full.output]).toEqual([
    1,
    expect.stringContaining('The disk of the data folder (DATA_DIR) is full.'),
  ]);
  expect(await everyByte()).toEqual(before);
  await rm(join(stage.dataDir, 'filler'));
  const next = await boot(url);
  expect([next.exitCode, next.output]).toEqual([null, expect.stringContaining('is ready at')]);
  const accepted = await callEndpoint(next.url, createFile, upload, { ...customer, file });
  expect(accepted.status).toBe(201);
  expect(await everyByte()).toEqual(expect.arrayContaining(before));
});
