import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outboxFolder } from '../../../../server/mail/transport.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { BY_COMMAND, eraseUser } from './erase-user.ts';
import { ERASURE_STEPS } from './erasure-steps.ts';
import { EXPORT_PARTS } from './export-parts.ts';
import { fillColumns, listColumnsWith, listEmptyTables } from './fill-columns.factory.ts';
import { COLUMNS_LEFT_BY_ERASURE, LEFT_BY_ERASURE } from './testing/personal-tables.ts';
import { addRareRows, buildBystander, buildWholePerson, MARK, addWhatStaffHave } from './whole-person.factory.ts';

openStage({ movesMoney: true });

const TABLES = [...new Set(['mails', ...[...EXPORT_PARTS, ...ERASURE_STEPS].flatMap(({ tables }) => [...tables])])]
  .filter((table) => !Object.hasOwn(LEFT_BY_ERASURE, table))
  .toSorted();

/** Keys, sums, kinds and numbers that the portal or a provider makes; words of a list; names of everybody else. */
const MADE =
  /_key$|sha256$|_hash$|_digest$|(?<!external_)reference$|_id$|^users\.(erased_at|email|username|full_name|phone)$|^sessions\.|^login_failures\.|\.(country|key|kind|digest|provider|handle|issuer|endpoint|p256dh|auth|place|library_version|solution|vehicle|petrol_type|generation|gear|new_email|recipient)$/;

/** Columns that exclude another one of their row, which is filled. */
const EXCLUDED = ['file_fingerprints.print', 'file_identifications.failure', 'mails.refused_at'];

test('a person with something in every column of every table is erased, and no column has the name afterwards', async () => {
  const deps = { ...app.deps, config: { ...app.config, dataDir: app.folder } };
  const person = await buildWholePerson(app);
  await addWhatStaffHave(app, person);
  await addRareRows(app, person);
  expect(await listEmptyTables(app, TABLES)).toEqual([]);
  const filling = { mark: MARK, staffId: admin.id, except: (column: string) => MADE.test(column) };
  expect(await fillColumns(app, TABLES, filling)).toEqual(EXCLUDED);
  const others = app.ownerDb.updateTable('users').where('id', '<>', person.id);
  await others.set({ previous_country: null, country_changed_at: null, deleted_at: null }).execute();
  const bystander = await buildBystander(app);
  expect((await listColumnsWith(app, MARK)).length).toBeGreaterThan(40);
  const outbox = outboxFolder(deps.config);
  const readOutbox = async () =>
    Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  expect((await readOutbox()).filter((mail) => mail.includes(MARK)).length).toBeGreaterThan(2);

  await expect(eraseUser(deps, person.id, BY_COMMAND)).resolves.toMatchObject({ username: `erased-${person.id}` });
  const isExempt = (column: string) =>
    Object.hasOwn(LEFT_BY_ERASURE, column.split('.')[0] ?? '') || Object.hasOwn(COLUMNS_LEFT_BY_ERASURE, column);
  expect((await listColumnsWith(app, MARK)).filter((column) => !isExempt(column))).toEqual([]);
  const mailsLeft = await readOutbox();
  expect(mailsLeft.length).toBeGreaterThan(0);
  expect(mailsLeft.filter((mail) => mail.includes(MARK))).toEqual([]);
  const left = await app.db
    .selectFrom('notifications')
    .innerJoin('notification_recipients as r', 'r.notification_id', 'notifications.id')
    .select(['notifications.file_id', 'r.user_id'])
    .where('r.user_id', '=', admin.id)
    .execute();
  expect(left).toEqual([{ file_id: bystander.file.id, user_id: admin.id }]);
}, 180_000);
