import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '../../../server/installation/database-side.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildCredits } from './credits.factory.ts';
import { runLedgerVerify } from './forged-ledger.factory.ts';
import { KEYS_FILE } from './ledger-keys.ts';
import { openLedger } from './open-ledger.ts';
import { rotateKey } from './rotate-key.ts';
import { RECORD_CHECKS, verifyWholeLedger } from '../../../app/server/whole-ledger.ts';

let app: TestApp;
let customer: Awaited<ReturnType<typeof buildCustomer>>;
async function open(): Promise<void> {
  app = await startTestApp();
  customer = await buildCustomer(app.deps, 100);
  await buildCredits(app, customer.id, 20, { source: 'Payment' });
  await buildPaidFile(app.deps, { user_id: customer.id });
}
const stop = () => app.stop();

interface Tampering {
  /** `$account` is the id of the customer's account. */
  attack: string;
  /** Run first by the owner of the tables, so that the guards let the attack through. */
  opened?: string;
}

const GUARDS_OFF = 'alter table credit_entries disable trigger user; alter table credit_accounts disable trigger user';
const NO_GUARD = "language plpgsql as $$begin return case when tg_op = 'DELETE' then old else new end; end$$";

const TAMPERINGS: Record<string, Tampering> = {
  'an updated entry': {
    opened: GUARDS_OFF,
    attack: 'update credit_entries set amount_cents = amount_cents + 5000 where account_id = $account and sequence = 1',
  },
  'a deleted entry': {
    opened: GUARDS_OFF,
    attack: 'delete from credit_entries where account_id = $account and sequence = 2',
  },
  'an inserted entry': {
    opened: GUARDS_OFF,
    attack: `with smuggled as (insert into credit_journals (key, source) values ('smuggled', 'Admin') returning id)
             insert into credit_entries (journal_id, account_id, amount_cents, balance_after_cents, sequence, seal)
             select id, $account, 9900, 19900, 99, sha256('x') from smuggled`,
  },
  'a disabled trigger': {
    attack: `${GUARDS_OFF}; update credit_accounts set balance_cents = balance_cents + 9900 where id = $account`,
  },
  'a truncated table': {
    opened: 'set session_replication_role = replica',
    attack: 'truncate credit_entries',
  },
  'a replaced function': {
    attack: `create or replace function credit_refuse_change() returns trigger ${NO_GUARD};
             update credit_journals set note = 'paid by somebody else' where key like 'built:%'`,
  },
  'a changed balance': {
    opened: GUARDS_OFF,
    attack: 'update credit_accounts set balance_cents = balance_cents + 1 where id = $account',
  },
  'a changed seal of an entry': {
    opened: GUARDS_OFF,
    attack: `update credit_entries set seal = sha256('x') where account_id = $account and sequence = 1`,
  },
  'a changed seal of an account': {
    opened: GUARDS_OFF,
    attack: `update credit_accounts set mac = sha256('x') where id = $account`,
  },
  'a changed total': {
    opened: 'alter table credit_totals disable trigger user',
    attack: `update credit_totals set amount_cents = amount_cents + 1 where account_id = $account`,
  },
};

async function accountId(): Promise<string> {
  const { id } = await app.ownerDb
    .selectFrom('credit_accounts')
    .select('id')
    .where('user_id', '=', customer.id)
    .where('unit', '=', 'MAIN')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Returns the database's refusal; null when the statements went through. */
async function run(url: string, statements: string): Promise<string | null> {
  const text = statements.replaceAll('$account', await accountId());
  return withClient(url, (client) =>
    client.query(text).then(
      () => null,
      (error: Error) => error.message,
    ),
  );
}

const findFaults = async () => {
  const { faults, sealFaults } = await verifyWholeLedger(app.ownerDb);
  return [...faults, ...sealFaults];
};

describe('with the server’s database role', () => {
  // All tests share one portal: each has to end with a ledger without faults.
  beforeAll(open);
  afterAll(stop);

  test.each(Object.entries(TAMPERINGS))('%s of the ledger is refused and changes nothing', async (_, { attack }) => {
    expect(await run(app.databaseUrl, attack)).toMatch(/permission denied|must be owner/);
    expect(await findFaults()).toEqual([]);
  });
});

describe('with the role of the table owner', () => {
  beforeEach(open);
  afterEach(stop);

  test.each(Object.entries(TAMPERINGS))('%s of the ledger is found', async (_, { attack, opened = '' }) => {
    expect(await findFaults()).toEqual([]);
    expect(await run(app.ownerUrl, `${opened};${attack}`)).toBeNull();
    expect((await findFaults()).length).toBeGreaterThan(0);
  });

  test('the command finds a changed ledger row, names the account and exits with 1', async () => {
    expect(await runLedgerVerify(app)).toMatchObject({ code: 0 });
    const { opened, attack } = TAMPERINGS['an updated entry'] as Tampering;
    await run(app.ownerUrl, `${opened};${attack}`);
    const { code, output } = await runLedgerVerify(app);
    expect([code, output]).toEqual([1, expect.stringContaining('BROKEN: ')]);
    expect(output).toContain(await accountId());
  });

  test('a seal written with the server’s role is found when it was not made with the key', async () => {
    const { version } = await app.ownerDb
      .selectFrom('credit_accounts')
      .select('version')
      .where('id', '=', Number(await accountId()))
      .executeTakeFirstOrThrow();
    const sign = `select * from credit_sign(array[$account]::bigint[], array[${version}]::bigint[], array[sha256('x')], 'abcdefabcdef')`;
    expect(await run(app.databaseUrl, sign)).toBeNull();
    expect(await findFaults()).toEqual([expect.stringMatching(/sealed with the key abcdefabcdef, which this server/)]);
  });
});

describe('after the key was rotated', () => {
  beforeEach(open);
  afterEach(stop);

  const keysOfAccounts = async () => {
    const { rows } = await sql<{ user_id: number; mac_key: string }>`
      select user_id, mac_key from credit_accounts where mac is not null order by user_id`.execute(app.ownerDb);
    return new Map(rows.map(({ user_id, mac_key }) => [user_id, mac_key]));
  };
  const settings = (ledgerKey: string | null) => ({ dataDir: app.folder, ledgerKey, ledgerKeysOld: [] });
  const silent = () => undefined;

  test('accounts sealed with the old key verify under its id, and later postings under the new one', async () => {
    const other = await buildCustomer(app.deps, 10);
    const before = await keysOfAccounts();
    const old = before.get(customer.id);
    await openLedger(app.db, settings('a key of the operator that is long enough'), silent);
    await buildCredits(app, other.id, 5);
    const after = await keysOfAccounts();
    expect(after.get(customer.id)).toBe(old);
    expect(after.get(other.id)).not.toBe(old);
    await openLedger(app.ownerDb, settings('a key of the operator that is long enough'), silent);
    expect(await findFaults()).toEqual([]);

    // Each account verifies under its own key, and no other.
    const { opened, attack } = TAMPERINGS['a changed balance'] as Tampering;
    await run(app.ownerUrl, `${opened};${attack}`);
    expect((await findFaults()).join()).toContain(`account ${await accountId()}`);
  });

  test('everything is sealed with the new key, the old one still verifies a restored copy, and a lost key is named', async () => {
    const old = (await keysOfAccounts()).get(customer.id);
    const copy = await app.ownerDb.selectFrom('credit_accounts').selectAll().where('mac', 'is not', null).execute();
    await rotateKey(app.ownerDb, settings(null), { accept: false, recordChecks: RECORD_CHECKS, log: silent });
    await openLedger(app.db, settings(null), silent);
    await openLedger(app.ownerDb, settings(null), silent);
    const current = (await keysOfAccounts()).get(customer.id);
    expect(current).not.toBe(old);
    expect(await findFaults()).toEqual([]);
    for (const { id, mac, mac_key } of copy)
      await sql`update credit_accounts set mac = ${mac}, mac_key = ${mac_key} where id = ${id}`.execute(app.ownerDb);
    expect((await keysOfAccounts()).get(customer.id)).toBe(old);
    expect(await findFaults()).toEqual([]);

    const path = join(app.folder, KEYS_FILE);
    expect(await readFile(path, 'utf8')).toContain(current);
    await rm(path);
    await expect(openLedger(app.db, settings(null), silent)).rejects.toThrow(
      new RegExp(`sealed with the key ${old}.+LEDGER_KEY`),
    );
    const { code, output } = await runLedgerVerify(app);
    expect([code, output]).toEqual([1, expect.stringContaining(`sealed with the key ${old}`)]);
  });
});
