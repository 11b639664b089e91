import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolutionImage } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildAiSession } from '../../features/dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { buildTicket, buildTicketMessage } from '../../features/tickets/server/tickets.factory.ts';
import { checkFiles, checkFilesNightly } from './check-files.ts';
import {
  beginCheck,
  findLastCheck,
  listFaults,
  saveProgress,
  claimCheck,
} from '../../server/stored-files/check-runs.ts';
import { createPace, unlimitedPace } from '../../server/stored-files/verify-object.ts';
import { listReferences } from '../../server/stored-files/references.ts';
import { readHealth } from '../../server/testing/read-health.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage({ forEachTest: true });

const placeOf = (key: string) => join(app.folder, 'objects', key.slice(0, 2), key);

async function check(lease = 'test') {
  const begun = await beginCheck(app.db, { lease, now: app.clock.now() });
  if (!begun) throw new Error('another check is open');
  return checkFiles(app.deps, begun, { pace: unlimitedPace });
}

const health = async () => (await readHealth(app)).body;

async function storeSomeOfEachKind() {
  const user = await buildUser(app.deps);
  const file = await buildFile(app.deps, { user_id: user.id, feasible: 'POSSIBLE', status: 'PROCESSED' });
  const ticket = await buildTicket(app.deps, { file_id: file.id });
  const attachment = { name: 'log.txt', bytes: randomBytes(5_000) };
  await buildTicketMessage(app.deps, { ticket_id: ticket.id, user_id: user.id, message: 'here', attachment });
  await buildSolutionImage(app.deps, 'Stage 1');
  await buildAiSession(app.deps, { user_id: user.id });
  return { file, ticket, references: await listReferences(app.db, { after: '', limit: 100 }) };
}

test('every stored file is checked, and the health report has the result', async () => {
  expect(await health()).toMatchObject({ status: 'ok', files: { status: 'unchecked' } });
  const { references } = await storeSomeOfEachKind();
  expect(new Set(references.map(({ source }) => source))).toEqual(new Set(['FILE', 'MESSAGE', 'MEDIA', 'SESSION']));
  const sizes = references.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  expect(await check()).toMatchObject({
    checked: references.length,
    missing: 0,
    damaged: 0,
    unverifiable: 0,
    read_bytes: sizes,
  });
  expect(await health()).toMatchObject({
    status: 'ok',
    notices: [],
    files: {
      status: 'ok',
      checked_at: expect.any(String) as string,
      checked: references.length,
      missing: 0,
      damaged: 0,
    },
  });
});

const DAMAGES: Record<string, { fault: string; damage: (key: string) => Promise<unknown> }> = {
  'a file that is gone': { fault: 'missing', damage: (key) => rm(placeOf(key)) },
  'a file that was cut short': { fault: 'of another size', damage: (key) => truncate(placeOf(key), 3) },
  'a file with one other bit': {
    fault: 'with other bytes',
    damage: async (key) => {
      const bytes = await readFile(placeOf(key));
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await writeFile(placeOf(key), bytes);
    },
  },
  'a file that cannot be read': {
    fault: 'cannot be read',
    // Puts a folder in its place, of the size that folders have: root may read every file.
    damage: async (key) => {
      await rm(placeOf(key));
      await mkdir(placeOf(key));
      const { size } = await stat(placeOf(key));
      await app.ownerDb.updateTable('file_history').set({ size_bytes: size }).where('file_key', '=', key).execute();
    },
  },
};

describe.each(Object.entries(DAMAGES))('%s', (_, { fault, damage }) => {
  test('is found, reported with the record it belongs to, and shown to administrators until repaired', async () => {
    const { file, references } = await storeSomeOfEachKind();
    const original = references.find(({ label }) => label.startsWith(`File ${file.file_id}, original `));
    const key = original?.key ?? '';
    const bytes = await readFile(placeOf(key));
    await damage(key);
    const found = await check();
    expect((found?.missing ?? 0) + (found?.damaged ?? 0)).toBe(1);
    const counts = { checked: references.length, missing: found?.missing, damaged: found?.damaged };
    expect(await listNotices(app.deps)).toMatchObject([
      {
        kind: 'files.damaged',
        details: counts,
        items: [{ text: `${original?.label}: ${fault}`, to: `/admin/view-file/${file.id}` }],
      },
    ]);
    expect(await health()).toMatchObject({
      status: 'notices',
      notices: ['files.damaged'],
      files: { status: 'damaged', ...counts },
    });
    await rm(placeOf(key), { recursive: true, force: true });
    await writeFile(placeOf(key), bytes);
    await app.ownerDb
      .updateTable('file_history')
      .set({ size_bytes: bytes.length })
      .where('file_key', '=', key)
      .execute();
    expect(await check()).toMatchObject({ missing: 0, damaged: 0 });
    expect(await listNotices(app.deps)).toEqual([]);
  });
});

test('a file stored without a SHA-256 counts as unverifiable, but its size is checked', async () => {
  const { references } = await storeSomeOfEachKind();
  await sql`update ticket_messages set file_sha256 = null`.execute(app.ownerDb);
  expect(await check()).toMatchObject({ checked: references.length, unverifiable: 1, missing: 0, damaged: 0 });
  const attached = references.find(({ source }) => source === 'MESSAGE');
  await truncate(placeOf(attached?.key ?? ''), 1);
  expect(await check()).toMatchObject({ damaged: 1 });
});

test('a file that is removed together with its row during the check does not count as missing', async () => {
  const { references } = await storeSomeOfEachKind();
  const media = references.filter(({ source }) => source === 'MEDIA');
  const begun = await beginCheck(app.db, { lease: 'test', now: app.clock.now() });
  let isRemoved = false;
  const read: typeof app.storage.read = async (key) => {
    if (!isRemoved) {
      isRemoved = true;
      await sql`delete from media_files`.execute(app.ownerDb);
      for (const one of media) await app.storage.discard(one.key);
    }
    return app.storage.read(key);
  };
  if (!begun) throw new Error('no check was begun');
  const done = await checkFiles({ ...app.deps, storage: { ...app.storage, read } }, begun, { pace: unlimitedPace });
  expect(done).toMatchObject({ checked: references.length - media.length, missing: 0 });
});

test('references are listed page by page, each key once', async () => {
  await storeSomeOfEachKind();
  await storeSomeOfEachKind();
  const all = await listReferences(app.db, { after: '', limit: 100 });
  const paged: typeof all = [];
  for (;;) {
    const page = await listReferences(app.db, { after: paged.at(-1)?.key ?? '', limit: 2 });
    paged.push(...page);
    if (page.length < 2) break;
  }
  expect(paged).toEqual(all);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
});

test('the nightly check runs once a night, in one process, and resumes where an ended process stopped', async () => {
  await storeSomeOfEachKind();
  const both = await Promise.all([checkFilesNightly(app.deps), checkFilesNightly(app.deps)]);
  expect(both.filter((one) => one !== null)).toHaveLength(1);
  expect(await checkFilesNightly(app.deps)).toBeNull();
  app.clock.advance(27 * 3_600_000);
  const begun = await beginCheck(app.db, { lease: 'a process that has ended', now: app.clock.now() });
  expect(await claimCheck(app.db, 'other')).toBeUndefined();
  expect(await checkFilesNightly(app.deps)).toBeNull();
  const references = await listReferences(app.db, { after: '', limit: 100 });
  await sql`update file_checks set leased_until = now() - interval '1 second', position = ${references[1]?.key},
                   checked = 2 where finished_at is null`.execute(app.ownerDb);
  expect(await checkFilesNightly(app.deps)).toMatchObject({ id: begun?.id, checked: references.length });
  expect((await findLastCheck(app.db))?.id).toBe(begun?.id);
});

test('a check that was scheduled from an outdated last check is not started', async () => {
  const now = app.clock.now();
  const first = await beginCheck(app.db, { lease: 'first', now, lastId: null });
  await app.db.updateTable('file_checks').set({ finished_at: now }).execute();
  expect(await beginCheck(app.db, { lease: 'late', now, lastId: null })).toBeUndefined();
  expect(await beginCheck(app.db, { lease: 'next', now, lastId: first?.id ?? null })).toMatchObject({ lease: 'next' });
});

test('a check that another one has replaced ends without a result', async () => {
  const { references } = await storeSomeOfEachKind();
  await rm(placeOf(references[0]?.key ?? ''));
  const begun = await beginCheck(app.db, { lease: 'test', now: app.clock.now() });
  if (!begun) throw new Error('no check was begun');
  const read: typeof app.storage.read = async (key) => {
    await app.db.deleteFrom('file_checks').execute();
    return app.storage.read(key);
  };
  const reads = vi.fn<typeof app.storage.read>(read);
  const storage = { ...app.storage, read: reads };
  expect(await checkFiles({ ...app.deps, storage }, begun, { pace: unlimitedPace })).toBeNull();
  expect(reads).toHaveBeenCalled();
  expect(await listNotices(app.deps)).toEqual([]);
});

test('the nightly check reads no more bytes a second than are configured, and 0 turns it off', async () => {
  const off = { ...app.deps, config: { ...app.config, filesVerifyBytesPerSecond: 0 } };
  expect(await checkFilesNightly(off)).toBeNull();
  await buildFile(app.deps, { bytes: randomBytes(400_000) });
  const startedAt = performance.now();
  const slow = { ...app.deps, config: { ...app.config, filesVerifyBytesPerSecond: 1_000_000 } };
  expect(await checkFilesNightly(slow)).toMatchObject({ read_bytes: 400_000 });
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(seconds).toBeGreaterThan(0.35);
});

test('a server that is stopped does not wait for the end of its check', async () => {
  const stopping = new AbortController();
  const pace = createPace(1, stopping.signal);
  const waiting = pace(1_000_000);
  stopping.abort();
  await expect(waiting).rejects.toThrow('aborted');
});

test('only the first thousand faults are stored by name', async () => {
  const begun = await beginCheck(app.db, { lease: 'test', now: app.clock.now() });
  const fault = (number: number) => ({
    key: `k${number}`,
    size_bytes: 1,
    sha256: null,
    source: 'FILE' as const,
    source_id: '1',
    label: `File ${number}`,
    path: null,
    fault: 'MISSING' as const,
  });
  const save = (from: number, to: number) =>
    saveProgress(app.db, {
      id: begun?.id ?? 0,
      lease: 'test',
      position: '',
      counts: { checked: to, missing: to, damaged: 0, unverifiable: 0, read_bytes: 0 },
      faults: Array.from({ length: to - from }, (_, at) => fault(from + at)),
    });
  expect(await save(0, 700)).toBe(true);
  expect(await save(700, 1_400)).toBe(true);
  expect(await listFaults(app.db, begun?.id ?? 0)).toHaveLength(1_000);
});
