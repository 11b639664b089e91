import { beforeAll, expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildTarget } from '../../../server/testing/targets.ts';
import { search } from '../../staff/search/search.calls.ts';
import type { FileSummary } from '../file.ts';
import { cancelFile, getFile, listFiles, listUserFiles } from '../files.calls.ts';
import { createFile } from '../upload/upload.calls.ts';

openStage();

type Customer = Awaited<ReturnType<typeof buildCustomer>>;
let one: Customer;
let other: Customer;
beforeAll(async () => {
  [one, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
});

async function upload(owner: Customer, external_reference?: string) {
  const { input, file } = await buildTarget(app.deps, createFile, owner);
  const reply = await app.call(createFile, { ...input, external_reference }, { token: owner.token, file });
  return reply.body.file as FileSummary & { external_reference: string | null };
}

async function listOf(owner: Customer, filter: Record<string, unknown>): Promise<number[]> {
  const { body } = await app.call(listUserFiles, { id: owner.id, ...filter }, owner);
  return (body as FileSummary[]).map(({ id }) => id);
}

test('a file is found by what its owner’s program calls it, and by nobody else’s same name', async () => {
  const [mine, theirs] = [await upload(one, 'JOB-4711'), await upload(other, 'JOB-4711')];
  const unnamed = await upload(one);
  expect([mine.external_reference, unnamed.external_reference]).toEqual(['JOB-4711', null]);
  expect(await listOf(one, { external_reference: 'JOB-4711' })).toEqual([mine.id]);
  expect(await listOf(other, { external_reference: 'JOB-4711' })).toEqual([theirs.id]);
  expect(await listOf(one, { external_reference: 'JOB-471' })).toEqual([]);
  expect(await listOf(one, { external_reference: "JOB-4711' or true --" })).toEqual([]);
  expect((await app.call(getFile, { id: theirs.id }, one)).status).toBe(404);
});

test('staff find it in the list and in the search', async () => {
  const { id } = await upload(one, 'WERK-88');
  const page = (await app.call(listFiles, { external_reference: 'WERK-88' }, admin)).body as { rows: FileSummary[] };
  expect(page.rows.map((row) => [row.id, row.external_reference])).toEqual([[id, 'WERK-88']]);
  const typed = (await app.call(listFiles, { q: 'WERK-88' }, admin)).body as { rows: FileSummary[] };
  expect(typed.rows.map((row) => row.id)).toEqual([id]);
  const found = (await app.call(search, { text: 'WERK-88' }, admin)).body as { files: { id: number }[] };
  expect(found.files.map((row) => row.id)).toEqual([id]);
});

test('a reference that is too long is refused', async () => {
  const { input, file } = await buildTarget(app.deps, createFile, one);
  const long = await app.call(
    createFile,
    { ...input, external_reference: 'x'.repeat(101) },
    { token: one.token, file },
  );
  expect(long.body).toMatchObject({ field: 'external_reference' });
});

test('a reference is found as it was sent, spaces around it included', async () => {
  const { id, external_reference } = await upload(one, ' JOB-77 ');
  expect(external_reference).toBe('JOB-77');
  for (const asked of [' JOB-77 ', 'JOB-77']) expect(await listOf(one, { external_reference: asked })).toEqual([id]);
});

test('what has changed since a moment is listed, for its owner and for staff', async () => {
  const [still, changed] = [await upload(other), await upload(other)];
  await app.db
    .updateTable('files')
    .set({ updated_at: '2026-01-01T00:00:00Z' })
    .where('user_id', '=', other.id)
    .execute();
  const since = '2026-01-02T00:00:00Z';
  expect(await listOf(other, { updated_since: since })).toEqual([]);
  await app.call(cancelFile, { id: changed.id }, other);
  expect(await listOf(other, { updated_since: since })).toEqual([changed.id]);
  const request = { updated_since: since, user_id: other.id };
  const page = (await app.call(listFiles, request, admin)).body as { rows: FileSummary[] };
  expect(page.rows.map(({ id }) => id)).toEqual([changed.id]);
  expect(await listOf(other, { updated_since: '2025-12-31T23:00:00Z' })).toContain(still.id);
  expect((await app.call(listUserFiles, { id: other.id, updated_since: 'yesterday' }, other)).status).toBe(400);
});
