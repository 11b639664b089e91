import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildVersion } from '../testing/earlier-version.ts';
import { connect, type Connection } from './connect.ts';
import { migrate } from './migrate.ts';
import { checkWholeLedger, verifyWholeLedger } from '../../app/server/whole-ledger.ts';

/** Newest migration of the version before the ledger was sealed. */
const BEFORE_THE_SEAL = '0007-push.sql';

/** Newest migration of the version in which PayPal was the only provider. */
const BEFORE_PROVIDERS = '0049-ledger-links.sql';

/** Newest migration of the version in which the evidence for a control unit named its reasons differently. */
const BEFORE_REASONS = '0058-newest-of-a-kind.sql';

/** People and files in the form of that time, with everything that is awkward to spell. */
const OLD_FILES = `
  insert into users (username, full_name, email, phone, country)
    select 'Workshop ' || n, E'Ana "\\u0160" \\\\ O''Neil', 'user' || n || '@example.com', '', 'Germany' from generate_series(1, 3) n;
  insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu, petrol_type,
                     generation, solution, solution_ids, price_cents, price_status, status, feasible, paid_at,
                     mod_file_name, mod_file_key, mod_file_size_bytes, mod_file_sha256)
    select 1, 'Golf.bin', md5(n::text), 9, 'a', 'Car', 'VW', 'Golf', 'EDC16', 'Diesel', '5', 'Stage 1', '{}', 4000,
           'PAID', 'PROCESSED', 'POSSIBLE', now(),
           'Golf_mod.bin', md5(n::text || 'm'), 9, 'b' from generate_series(1, 2) n;`;

/** The same, with money in the ledger. */
const OLD_DAYS = `${OLD_FILES}
  insert into credit_journals (key, source, payment_reference, may_overdraw, request_id, created_at, file_id) values
    ('pp:T"1:Completed', 'PayPal', E'T"1\\tx', false, E'r\\u00e9q \\U0001F697', '2026-03-29 00:59:59.999999+00', null),
    ('pp:T"1:Refunded:R', 'PayPal', E'T"1\\tx', true, null, '2026-10-25 01:30:00.000001+00', null),
    ('pay:1', 'Upload', null, false, 'r', now(), 1), ('pay:2', 'Upload', null, false, 'r', now(), 2);
  insert into credit_entries (journal_id, account_id, amount_cents)
    select j.id, a.id, case when a.user_id is null then -m.cents else m.cents end
      from (values (1, 30000), (3, -4000), (4, -4000), (2, -30000)) m (journal, cents)
      join credit_journals j on j.id = m.journal
      join credit_accounts a on a.unit = 'MAIN' and (a.user_id = 1 or a.user_id is null)
     order by array_position('{1,3,4,2}'::int[], m.journal);
  insert into mails (key, recipient, subject, text_body, html_body) values ('m', 'a@example.com', 's', 't', 'h');`;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.ownerUrl, 4);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Old terms of the inbox, and what became of the message: [status, outcome, event, outcome now]. */
const OLD_OUTCOMES = [
  ['Completed', 'CREDITED', 'COMPLETED', 'CREDITED'],
  ['Refunded', 'TAKEN_BACK', 'REFUNDED', 'REVERSED'],
  ['Canceled_Reversal', 'RETURNED', 'REVERSAL_CANCELED', 'REVERSAL_CANCELED'],
  ['Pending', 'NOTED', 'PENDING', 'IGNORED'],
  ['Denied', 'NOTED', 'FAILED', 'IGNORED'],
  ['Completed', 'SEEN', 'COMPLETED', 'DUPLICATE'],
  ['Reversed', 'WAITS', 'REVERSED', 'AWAITING_PAYMENT'],
  ['Strange', 'REVIEW', 'UNKNOWN', 'REVIEW'],
] as const;

const OLD_MESSAGES = `
  insert into payment_messages (kind, digest, body, is_test, verification, settled_at, payment_status, outcome) values
  ${OLD_OUTCOMES.map(([status, outcome], at) => `('IPN', '${at}', '', ${at > 0}, 'VERIFIED', now(), '${status}', '${outcome}')`).join(', ')};`;

test('the inbox and the ledger get provider-neutral values, and no seal changes', async () => {
  await buildVersion(database.ownerUrl, BEFORE_PROVIDERS, OLD_DAYS + OLD_MESSAGES);
  const seals = async () =>
    (
      await connection.db
        .selectFrom('credit_entries')
        .select('seal')
        .where('sequence', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ seal }) => seal?.toString('hex'));
  const before = await seals();
  await migrate(database.ownerUrl);
  expect(before).toHaveLength(4);
  expect(await seals()).toEqual(before);
  expect(await verifyWholeLedger(connection.db)).toMatchObject({ entries: 4, faults: [] });
  const journals = await connection.db.selectFrom('credit_journals').select('source').orderBy('id').execute();
  expect(journals.map(({ source }) => source)).toEqual(['Payment', 'Payment', 'Upload', 'Upload']);
  const messages = await connection.db.selectFrom('payment_messages').selectAll().orderBy('id').execute();
  expect(messages.map(({ event, outcome }) => [event, outcome])).toEqual(
    OLD_OUTCOMES.map(([, , event, outcome]) => [event, outcome]),
  );
  expect(messages.map(({ provider }) => provider)).toEqual(['paypal', ...Array.from({ length: 7 }, () => 'sandbox')]);
});

test('a database from before the seals, with credits in it, is migrated, and every entry is sealed', async () => {
  await buildVersion(database.ownerUrl, BEFORE_THE_SEAL, OLD_DAYS);
  await migrate(database.ownerUrl);
  expect(await verifyWholeLedger(connection.db)).toMatchObject({ accounts: 6, entries: 4, faults: [] });
  expect(await checkWholeLedger({ db: connection.db, log: pino({ level: 'silent' }) })).toEqual([]);
});

test('stored evidence has its reasons under the new name, in the same order', async () => {
  const evidence = (name: string) => [
    { points: 90, at: 16, [name]: 'a chain of blocks' },
    { points: 10, at: 4, [name]: "the variant string's name" },
  ];
  const analysis = (name: string) => ({ family: { id: 'edc16', evidence: evidence(name) }, rows: [] });
  const chosen = (name: string) => ({ points: 90, evidence: evidence(name), analysis: analysis(name) });
  const result = (name: string) => ({ form: 'as it is', control_unit: { evidence: evidence(name) } });
  const session = (handle: string, ...[found, read]: (object | null)[]) =>
    `('${handle.repeat(32)}', 1, 'a.bin', 1, 'a', $$${JSON.stringify(found)}$$, ${read ? `$$${JSON.stringify(read)}$$` : 'null'}, now())`;
  const old = 'because';
  await buildVersion(
    database.ownerUrl,
    BEFORE_REASONS,
    `${OLD_FILES}
     insert into ai_sessions (handle, user_id, file_name, file_size_bytes, file_sha256, analysis, chosen, expires_at)
       values ${session('a', analysis(old), chosen(old))}, ${session('b', { family: null }, null)};
     update file_identifications set state = 'DONE', finished_at = now(),
            result = case file_id when 1 then $$${JSON.stringify(result(old))}$$ else '{"control_unit": null}' end::jsonb;`,
  );
  await migrate(database.ownerUrl);
  const sessions = await connection.db.selectFrom('ai_sessions').select(['analysis', 'chosen']).orderBy('id').execute();
  expect(sessions).toEqual([
    { analysis: analysis('reason'), chosen: chosen('reason') },
    { analysis: { family: null }, chosen: null },
  ]);
  const files = await connection.db.selectFrom('file_identifications').select('result').orderBy('file_id').execute();
  expect(files.map((one) => one.result)).toEqual([result('reason'), { control_unit: null }]);
});
