import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { findMissingFiles } from './missing-files.ts';
import { openBackup } from './restore.ts';
import { inTransaction, withSession } from './session.ts';
import { backUpToFile } from './target/back-up-to.ts';
import { openBackupFile } from './target/open-record.ts';
import {
  AWKWARD,
  endings,
  everything,
  openBackedUpPortal,
  openEmpty,
  printLine,
  restored,
  seededPortal,
} from '../testing/backup-stage.ts';

const stage = openBackedUpPortal();

test('a backup fails on a missing file and names the record it belongs to', async () => {
  const source = await seededPortal();
  const { file_id, file_name, file_key } = await source.db
    .selectFrom('files')
    .select(['file_id', 'file_name', 'file_key'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const attached = await source.db.selectFrom('ticket_messages').select(['file_key', 'id']).executeTakeFirstOrThrow();
  for (const key of [file_key, attached.file_key ?? '']) await source.storage.discard(key);
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-file-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const made = { file: join(folder, 'portal.tgz'), url: source.url, dataDir: source.dataDir, stored: source.storage };
  const refused = backUpToFile({ ...made, printLine });
  await expect(refused).rejects.toThrow('2 stored files are missing, so no backup was made');
  await expect(refused).rejects.toThrow(`${file_name} of file ${file_id} (stored as ${file_key})`);
  await expect(refused).rejects.toThrow(
    `${AWKWARD} in ticket_messages ${attached.id} (stored as ${attached.file_key})`,
  );
  await expect(refused).rejects.toThrow('--allow-missing');
  expect(await readdir(folder)).toEqual([]);

  const output: string[] = [];
  await backUpToFile({ ...made, allowMissing: true, printLine: (line) => void output.push(line) });
  expect(output.join('\n')).toContain(`${file_name} of file ${file_id}`);
  const recorded = (await openBackup(await openBackupFile(made.file, null))).missing ?? [];
  expect(recorded.map(({ key }) => key).sort()).toEqual([file_key, attached.file_key ?? ''].sort());
  const target = await openEmpty();
  await restored(made.file, target, { log: (line) => void output.push(`restore: ${line}`) });
  expect(output.join('\n')).toContain('restore: 2 files were missing when it was made');
  const [before, after] = [await everything(source), await everything(target)];
  expect(after).toEqual(before);
});

test('missing files are described with the same number of statements, one or all of them', async () => {
  const countStatements = (has: (key: string) => boolean) =>
    withSession(stage.portal.url, async (client) => {
      const sent = vi.spyOn(client, 'query');
      const stored = { has, isQuarantined: () => false, hasNow: () => Promise.resolve(false) };
      const { missing } = await inTransaction(client, '', () => findMissingFiles(client, stored));
      return { missing: missing.length, sent: sent.mock.calls.length };
    });
  let isFirst = true;
  const one = await countStatements(() => !isFirst || (isFirst = false));
  const all = await countStatements(() => false);
  expect(one.missing).toBe(1);
  expect(all.missing).toBeGreaterThan(5);
  expect(all.sent).toBe(one.sent);
});

test('after a restore the ledger is guarded, foreign keys hold and ids continue where they were', async () => {
  const target = await openEmpty();
  await restored(stage.backup, target);
  await expect(
    sql`update credit_accounts set balance_cents = 1 where user_id is not null`.execute(target.db),
  ).rejects.toThrow(/only through an entry/);
  await expect(sql`delete from credit_entries`.execute(target.db)).rejects.toThrow(/only added to/);
  await expect(sql`update files set ticket_id = 99`.execute(target.db)).rejects.toThrow(/foreign key/);
  const highest = await stage.portal.db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  expect((await buildFile(target)).id).toBe(highest.id + 1);
  // The solution with the highest number was deleted before: its number is not used again.
  expect((await buildSolution(target)).id).toBe(3);
});

test('after a restore the first statements are planned for what the tables hold', async () => {
  const target = await openEmpty();
  const countStatistics = async () =>
    (
      await sql<{ known: number }>`
        select count(*)::int as known from pg_stats
         where schemaname = current_schema() and tablename in ('files', 'credit_entries')`.execute(target.db)
    ).rows[0]?.known;
  expect(await countStatistics()).toBe(0);
  await restored(stage.backup, target);
  expect(await countStatistics()).toBeGreaterThan(0);
});

test('a portal in use is only replaced when this is explicitly requested', async () => {
  const target = await openEmpty();
  await buildFile(target);
  const before = await everything(target);
  await expect(restored(stage.backup, target)).rejects.toThrow(/1 customer and 1 file.*--replace/);
  expect(await everything(target)).toEqual(before);
  await restored(stage.backup, target, { replace: true });
  expect((await everything(target)).tables).toEqual((await everything(stage.portal)).tables);
});
