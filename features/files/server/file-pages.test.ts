import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOrdered, inBothOrders, readAllPages } from '../../../server/testing/list-pages.ts';
import { listIndexes } from '../../../server/testing/query-plan.ts';
import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import type { Page } from '../../../contract/pages.ts';
import type { FileSummary } from '../file.ts';
import { getFileFieldLabel } from '../file-field-labels.ts';
import { FILE_SORTS, REPORTED_FIELDS } from '../file-fields.ts';
import { deleteFile, downloadFilesCsv, listFiles } from '../files.calls.ts';
import { buildFile } from './files.factory.ts';
import { toWork } from './file-rows.ts';
import { composeCondition } from './find-files.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type FilePage = Page<FileSummary>;

openStage();
let ana: Awaited<ReturnType<typeof buildSignedIn>>;
let boris: Awaited<ReturnType<typeof buildSignedIn>>;
beforeAll(async () => {
  ana = await buildSignedIn(app.deps, { username: 'Ana' });
  boris = await buildSignedIn(app.deps, { username: 'boris' });
  for (let at = 0; at < 25; at += 1) {
    await buildFile(app, {
      user_id: at % 3 === 0 ? ana.id : boris.id,
      file_name: `${at % 2 === 0 ? 'golf' : 'Опел'}-${at % 5}.bin`,
      price_cents: (at % 4) * 1000,
      ordered_dtcs: at === 3 ? ['P0401', '4A7D'] : [],
      ...(at % 5 === 0 && { status: 'CANCELED', status_before_cancel: 'PENDING' }),
    });
  }
});

const ask = async (input: Record<string, unknown>): Promise<FilePage> => {
  const reply = await app.call(listFiles, input, admin);
  expect(reply.status).toBe(200);
  return reply.body as FilePage;
};

const readAll = (input: Record<string, unknown>) =>
  readAllPages<FileSummary>((place) => ask({ limit: 4, ...input, ...place }));

const idsOf = (rows: readonly FileSummary[]) => rows.map(({ id }) => id);

describe('a page of all files', { tags: ['A-FIL-01'] }, () => {
  test('begins with the newest file, and its cursor leads to the rest, each file once', async () => {
    const whole = (await app.call(listFiles, {}, admin)).body as FileSummary[];
    expect(idsOf(await readAll({}))).toEqual(idsOf(whole));
    const first = await ask({ limit: 4 });
    expect(first.rows).toEqual(whole.slice(0, 4));
  });

  test.each(inBothOrders(FILE_SORTS))(
    'sorted by $sort, $order, neither skips nor repeats a file',
    async ({ sort, order }) => {
      const rows = await readAll({ sort, order });
      expect(new Set(idsOf(rows)).size).toBe(25);
      expectOrdered(rows, order, (row) => (sort === 'file_id' ? row.id : row[sort]));
    },
  );

  test('is not shifted by files that are added or deleted in the meantime', async () => {
    const first = await ask({ limit: 5 });
    const added = await buildFile(app, { user_id: ana.id, file_name: 'arrived.bin' });
    await app.call(deleteFile, { id: first.rows[4]?.id }, admin);
    const second = await ask({ limit: 5, cursor: first.next_cursor });
    expect(second.rows[0]?.id).toBe((first.rows[4]?.id ?? 0) - 1);
    // Read again, the first page includes the new file and ends where it ended before.
    const again = await ask({ limit: 100, until: first.next_cursor });
    expect(idsOf(again.rows)).toEqual([added.id, ...idsOf(first.rows.slice(0, 4))]);
    expect(again.next_cursor).toBe(first.next_cursor);
    await app.call(deleteFile, { id: added.id }, admin);
    await app.db
      .updateTable('files')
      .set({ deleted_at: null })
      .where('id', '=', first.rows[4]?.id ?? 0)
      .execute();
  });

  test('shows no more of a file’s customer than the name', async () => {
    const { rows } = await ask({ limit: 1 });
    expect(Object.keys(rows[0] ?? {})).not.toContain('email');
    expect(Object.keys(rows[0] ?? {})).not.toContain('place');
  });
});

describe('a search', () => {
  /** Sets the id of the latest file; also a deleted file keeps its own. */
  const moveIds = (latest: number | RawBuilder<number>) =>
    sql`select setval(pg_get_serial_sequence('files', 'id'), ${latest})`.execute(app.ownerDb);

  test.each([
    ['any part of a name', 'OLF-1', 'golf-1.bin'],
    ['letters of every alphabet, small or not', 'оПел-2', 'Опел-2.bin'],
    ['a part of a file number', '00007', null],
  ])('finds %s', async (_, q, name) => {
    const { rows, totals } = await ask({ q });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(name === null ? row.file_id : row.file_name).toContain(name ?? q);
    expect(totals?.matching).toBe(rows.length);
  });

  test('finds the files of a customer, every word of it, and an id as a whole only', async () => {
    expect((await ask({ q: 'ANA', limit: 100 })).rows.every(({ username }) => username === 'Ana')).toBe(true);
    expect((await ask({ q: 'ana golf', limit: 100 })).rows.map(({ file_name }) => file_name.slice(0, 4))).toEqual(
      Array.from({ length: 5 }, () => 'golf'),
    );
    const [some] = (await ask({ limit: 1 })).rows as [FileSummary];
    expect(idsOf((await ask({ q: String(some.id) })).rows)).toContain(some.id);
    // Far enough from the other ids that its file number, 1087654, does not contain the beginning of the id.
    await moveIds(987_653);
    const far = await buildFile(app, { user_id: ana.id, file_name: 'far.bin' });
    await moveIds(sql`(select max(id) from files where id <> ${far.id})`);
    expect(idsOf((await ask({ q: '987654' })).rows)).toEqual([far.id]);
    for (const q of ['98765', '9876', '987']) expect(idsOf((await ask({ q })).rows)).toEqual([]);
    await app.call(deleteFile, { id: far.id }, admin);
  });

  test('treats a percent sign and an underscore literally', async () => {
    expect((await ask({ q: '%' })).rows).toEqual([]);
    expect((await ask({ q: 'g_lf' })).rows).toEqual([]);
  });
});

describe('totals', { tags: ['A-FIL-02'] }, () => {
  const counted = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from files where deleted_at is null and status = 'PENDING'`.execute(app.db)
    ).rows[0]?.n;

  test('count the matching files, and all files by status, also after changes', async () => {
    const before = await ask({ status: 'CANCELED', limit: 2 });
    expect(before.totals).toMatchObject({ all: 25, matching: 5, is_exact: true, counts: { status: { CANCELED: 5 } } });
    const made = await buildFile(app, { user_id: ana.id, file_name: 'more.bin' });
    expect((await ask({ limit: 1 })).totals).toMatchObject({
      all: 26,
      counts: { status: { PENDING: await counted() } },
    });
    await app.call(deleteFile, { id: made.id }, admin);
    expect((await ask({ limit: 1 })).totals).toMatchObject({
      all: 25,
      counts: { status: { PENDING: await counted() } },
    });
  });

  test('ignore a change that is rolled back', async () => {
    const slow = await app.db.startTransaction().execute();
    await slow
      .updateTable('files')
      .set({ deleted_at: sql`now()` })
      .execute();
    await slow.rollback().execute();
    expect((await ask({ limit: 1 })).totals?.all).toBe(25);
  });

  test('come with the first page only', async () => {
    const first = await ask({ limit: 2 });
    expect((await ask({ limit: 2, cursor: first.next_cursor })).totals).toBeNull();
  });
});

describe('a page requested again', () => {
  const get = (query: string, tag?: string) =>
    fetch(`${app.url}/api/files?${query}`, {
      headers: { authorization: `Bearer ${admin.token}`, ...(tag !== undefined && { 'if-none-match': tag }) },
    });

  test('returns 304 while the list is unchanged, and has its version as the ETag', async () => {
    const first = await get('limit=3');
    const tag = first.headers.get('etag') ?? '';
    expect(((await first.json()) as FilePage).version).toBe(tag);
    const again = await get('limit=3', tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await sql`update files set notes = 'seen' where user_id = ${ana.id}`.execute(app.db);
    expect((await get('limit=3', tag)).status).toBe(200);
  });
});

describe('invalid input is refused with a message', () => {
  test.each([
    ['sort', { sort: 'password' }, /^sort must be one of file_id, username/],
    ['order', { order: 'up' }, 'order must be asc or desc.'],
    ['limit', { limit: 0 }, 'limit must be a whole number from 1 to 500.'],
    ['limit', { limit: 501 }, 'limit must be a whole number from 1 to 500.'],
    ['limit', { limit: 'all' }, 'limit must be a whole number from 1 to 500.'],
    ['cursor', { cursor: 'x' }, 'This position in the list is not valid. Please load the list again.'],
    ['cursor', { cursor: Buffer.from('{}').toString('base64url') }, /^This position/],
    ['cursor', { cursor: Buffer.from('["file_id","desc","1;",1]').toString('base64url') }, /^This position/],
    ['cursor', { cursor: Buffer.from('["file_id","desc","1",1.5]').toString('base64url') }, /^This position/],
    ['q', { q: 'x'.repeat(201) }, 'Please search for at most 200 characters.'],
  ])('%s: %j', async (field, input, sentence) => {
    const { status, body } = await app.call(listFiles, input, admin);
    expect([status, body.code, body.field]).toEqual([400, 'http.bad_input', field]);
    expect(body.message).toMatch(sentence);
  });

  test('a cursor of a different order, which would skip rows', async () => {
    const { next_cursor } = await ask({ sort: 'price', limit: 2 });
    const reply = await app.call(listFiles, { sort: 'price', order: 'desc', cursor: next_cursor }, admin);
    expect([reply.status, reply.body.field]).toEqual([400, 'cursor']);
  });
});

test('the CSV has the matching files in the order of the list', async () => {
  const reply = await app.call(downloadFilesCsv, { q: 'ana', sort: 'price', order: 'desc' }, admin);
  expect(reply.headers.get('content-disposition')).toMatch(/filename="files-\d{4}-\d\d-\d\d\.csv"/);
  const [header, ...lines] = new TextDecoder().decode(reply.bytes).trim().split('\r\n');
  expect(header).toContain('Username,File ID,File Name,Solution,Solution Price');
  const expected = await readAll({ q: 'ana', sort: 'price', order: 'desc' });
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual(
    expected.map(({ username, file_id, file_name }) => [username, file_id, file_name]),
  );
});

test('each row of the CSV has the fields that are reported, and the ordered codes of its file', async () => {
  const { bytes } = await app.call(downloadFilesCsv, { q: 'ana' }, admin);
  const [header, ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n');
  const labels = REPORTED_FIELDS.map((name) => getFileFieldLabel(name).en);
  expect(labels).toContain('Brand');
  expect(header).toMatch(new RegExp(`,${labels.join(',')},Ordered codes$`));
  const rows = lines.map((line) => line.split(','));
  const files = await app.db
    .selectFrom('files')
    .select(['file_id', ...REPORTED_FIELDS])
    .execute();
  const valuesById = new Map(files.map((file) => [file.file_id, REPORTED_FIELDS.map((name) => file[name])]));
  for (const row of rows) expect(row.slice(-1 - labels.length, -1)).toEqual(valuesById.get(row[1] ?? ''));
  const codes = rows.map((row) => row.at(-1));
  expect(codes.filter((text) => text !== '')).toEqual(['P0401 4A7D']);
});

test('the extension for searches is there, with an index that can serve each column that is searched', async () => {
  expect((await sql`select from pg_extension where extname = 'pg_trgm'`.execute(app.db)).rows).toHaveLength(1);
  const { rows } = await sql<{ indexname: string; tablename: string; searched: string }>`
    select indexname, tablename, replace(replace(indexname, tablename || '_', ''), '_parts', '') as searched
      from pg_indexes where indexname like '%_parts' order by 1`.execute(app.db);
  expect(rows.map(({ indexname }) => indexname)).toEqual([
    'changes_subject_name_parts',
    'file_fingerprints_numbers_parts',
    'files_file_id_parts',
    'files_file_name_parts',
    'security_events_account_parts',
    'security_events_address_parts',
    'tickets_subject_parts',
    'tickets_ticket_id_parts',
    'users_email_parts',
    'users_username_parts',
  ]);
  await app.db.transaction().execute(async (tx) => {
    // On tables this small, PostgreSQL would read every row.
    await sql`set local enable_seqscan = off`.execute(tx);
    for (const { indexname, tablename, searched } of rows) {
      const search = sql`select from ${sql.table(tablename)} where ${sql.ref(searched)} ilike ${'%golf%'}`;
      expect(await listIndexes(tx, search.compile(tx))).toEqual([indexname]);
    }
  });
});

test('a search of two letters finds them wherever they stand in a name, through the index of letter pairs', async () => {
  const before = await app.db.selectFrom('files').select(['id', 'file_name']).orderBy('id').limit(4).execute();
  const rename = async (names: string[]) => {
    for (const [at, { id }] of before.entries())
      await app.db
        .updateTable('files')
        .set({ file_name: names[at] ?? '' })
        .where('id', '=', id)
        .execute();
  };
  const ids = before.map(({ id }) => id);
  await rename(['QX§bin', 'aqx1', 'Љубомир', 'qax']);
  const found = async (q: string) => idsOf((await ask({ q })).rows).toReversed();
  expect(await found('qx')).toEqual(ids.slice(0, 2));
  expect([await found('Qx aq'), await found('x1'), await found('X§')]).toEqual([[ids[1]], [ids[1]], [ids[0]]]);
  expect([await found('ЉУ'), await found('ир'), await found('%x')]).toEqual([[ids[2]], [ids[2]], []]);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const condition = await composeCondition(tx, { q: 'zq' }, toWork(app.deps, admin));
    const search = sql`select from files where ${condition}`;
    expect(await listIndexes(tx, search.compile(tx))).toEqual(['files_file_name_pairs', 'files_external_reference']);
  });
  await rename(before.map(({ file_name }) => file_name));
});
