import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readHealth } from '../../../server/testing/read-health.ts';
import { buildAdmin } from '../../../server/testing/stories.ts';
import { clearNotice, listNotices, raiseNotice } from '../../shop/notices/server/notices.ts';
import { buildFile } from './files.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();
let token: string;
beforeAll(async () => {
  ({ token } = await buildAdmin(app.deps));
});
beforeEach(() => clearNotice(app.db, 'files.damaged'));

/** Returns null when the download was interrupted. */
async function download(id: number): Promise<Buffer | null> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${app.url}/api/files/${id}/download`, { headers });
  if (!reply.ok) return null;
  return reply.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => null,
  );
}

/** Changes a stored byte, as a failing disk does. */
async function damage(id: number, at: number): Promise<void> {
  const { file_key: key } = await app.db
    .selectFrom('files')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const place = join(app.folder, 'objects', key.slice(0, 2), key);
  const bytes = await readFile(place);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(place, bytes);
}

const damagedNotices = async () => (await listNotices(app.deps)).filter(({ kind }) => kind === 'files.damaged');

test('an intact file is downloaded exactly as it was uploaded', async () => {
  for (const size of [1, 3_000_000]) {
    const bytes = randomBytes(size);
    const { id } = await buildFile(app, { bytes });
    expect((await download(id))?.equals(bytes)).toBe(true);
  }
  expect(await damagedNotices()).toEqual([]);
});

test('the download of a damaged file is aborted, and raises a notice that health shows as well', async () => {
  for (const [size, at] of [
    [100, 50],
    [3_000_000, 10],
    [3_000_000, 2_999_999],
  ] as const) {
    const { id } = await buildFile(app, { bytes: randomBytes(size), file_name: 'golf.bin' });
    await damage(id, at);
    expect(await download(id), `byte ${at} of ${size}`).toBeNull();
    const [notice] = await damagedNotices();
    expect(notice).toMatchObject({ details: { checked: 1, damaged: 1 }, items: [{ text: 'golf.bin' }] });
  }
  expect((await readHealth(app)).body).toMatchObject({ status: 'notices', notices: ['files.damaged'] });
});

test('the findings of a full file check stay in the notice', async () => {
  await raiseNotice(app.db, { kind: 'files.damaged', details: { checked: 4711, missing: 2, damaged: 1 } });
  const { id } = await buildFile(app, { bytes: randomBytes(100) });
  await damage(id, 50);
  expect(await download(id)).toBeNull();
  expect((await damagedNotices())[0]?.details).toEqual({ checked: 4711, missing: 2, damaged: 1 });
});
