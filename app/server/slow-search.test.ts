import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listFiles } from '../../features/files/files.calls.ts';
import type { FileSummary } from '../../features/files/file.ts';
import type { Page } from '../../contract/pages.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { prepareSearchIndexes } from '../../server/database/migrate.ts';
import { withClient } from '../../server/installation/database-side.ts';
import { noticeSlowSearch } from './first-administrator.ts';
import { buildAdmin } from '../../server/testing/stories.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage({ forEachTest: true });

const countIndexes = async () => {
  const { rows } = await sql`select from pg_indexes where indexname like '%\_parts'`.execute(app.db);
  return rows.length;
};

test('where pg_trgm cannot be created, lists can still be searched, and administrators see what to do', async () => {
  const role = `plain_${process.pid}`;
  const url = new URL(app.ownerUrl);
  url.username = role;
  url.password = 'plain';
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  try {
    await withClient(app.ownerUrl, async (client) => {
      await client.query('drop extension pg_trgm cascade');
      await client.query(`create role ${role} login password 'plain'`);
    });
    expect(await prepareSearchIndexes(url.href)).toMatch(/permission denied/);
    expect(await countIndexes()).toBe(0);
    await noticeSlowSearch(app.deps, log);
    expect(lines.join('\n')).toContain('CREATE EXTENSION pg_trgm');
    expect(await listNotices(app.deps)).toMatchObject([{ kind: 'database.slow_search' }]);
    const admin = await buildAdmin(app.deps);
    const file = await buildFile(app, { file_name: 'golf_edc16.bin' });
    const { body } = await app.call(listFiles, { q: 'EDC16' }, admin);
    expect((body as Page<FileSummary>).rows.map(({ id }) => id)).toEqual([file.id]);
  } finally {
    await withClient(app.ownerUrl, (client) => client.query(`drop role ${role}`));
  }
});

test('the next start creates the indexes once the extension is available, in whichever schema', async () => {
  await withClient(app.ownerUrl, async (client) => {
    await client.query('drop extension pg_trgm cascade');
    await client.query('create schema extras');
    await client.query('create extension pg_trgm schema extras');
  });
  expect(await prepareSearchIndexes(app.ownerUrl)).toBeNull();
  expect(await countIndexes()).toBe(10);
  await noticeSlowSearch(app.deps, () => undefined);
  expect(await listNotices(app.deps)).toEqual([]);
});
