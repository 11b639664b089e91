import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listTablesWith } from '../../../server/testing/list-tables-with.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildCredits } from './credits.factory.ts';
import {
  buildLedgerOwner,
  deleteJournal,
  forgePastGuards,
  selectMainAccount,
  runLedgerVerify,
  swapSecondAndThird,
  type Tx,
} from './forged-ledger.factory.ts';
import { CHECKPOINT_FILE } from './ledger-checkpoint.ts';
import { KEYS_FILE } from './ledger-keys.ts';
import { findLedgerSeal } from './ledger-seal.ts';
import { openLedger } from './open-ledger.ts';
import { rotateKey } from './rotate-key.ts';
import { RECORD_CHECKS, checkWholeLedger, verifyWholeLedger } from '../../../app/server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildLedgerOwner(app);
});

const account = () => selectMainAccount(customer.id);
const config = () => ({ dataDir: app.folder, ledgerKey: null, ledgerKeysOld: [] });
const verifyAll = async () => {
  const { faults, sealFaults } = await verifyWholeLedger(app.db);
  return { faults, sealFaults };
};

/** Forges past every guard and recomputes every plain seal, running balance and total, as the owner could. */
async function forge(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await forgePastGuards(app, async (tx) => {
    await work(tx);
    await sql`update credit_entries set sequence = -s.place, balance_after_cents = s.total
                from (select id, row_number() over w as place, sum(amount_cents) over w as total from credit_entries
                       where account_id = ${account()} window w as (order by sequence, id)) s
               where s.id = credit_entries.id`.execute(tx);
    await sql`update credit_entries set sequence = -sequence where account_id = ${account()}`.execute(tx);
    await sql`update credit_accounts a set version = s.entries, balance_cents = s.total
                from (select count(*) as entries, coalesce(sum(amount_cents), 0) as total from credit_entries where account_id = ${account()}) s
               where a.id = ${account()}`.execute(tx);
    await sql`update credit_accounts set seal = '' where id = ${account()}`.execute(tx);
    await sql`select credit_seal_account(${account()})`.execute(tx);
    await sql`delete from credit_totals where account_id = ${account()}`.execute(tx);
    await sql`insert into credit_totals select e.account_id, j.source, count(*), sum(e.amount_cents)
                from credit_entries e join credit_journals j on j.id = e.journal_id where e.account_id = ${account()} group by 1, 2`.execute(
      tx,
    );
  });
}

const dropEntry = async (tx: Tx, sequence: number) => {
  const { rows } = await sql<{ journal_id: number }>`
    select journal_id from credit_entries where account_id = ${account()} and sequence = ${sequence}`.execute(tx);
  await deleteJournal(tx, rows[0]?.journal_id);
};

const addToJournal = async (tx: Tx, sequence: number, cents: number) => {
  const journal = sql`(select journal_id from credit_entries where account_id = ${account()} and sequence = ${sequence})`;
  await sql`update credit_entries set amount_cents = amount_cents + case when account_id = ${account()} then ${cents}::bigint else ${-cents}::bigint end
             where journal_id = ${journal}`.execute(tx);
};

const forgeries: Record<string, (tx: Tx) => Promise<unknown>> = {
  'a changed amount': (tx) => addToJournal(tx, 2, 5000),
  'an entry taken out of the middle': (tx) => dropEntry(tx, 2),
  'the newest entry cut off': (tx) => dropEntry(tx, 5),
  'all entries cut off': async (tx) => {
    await sql`update files set price_status = 'UNPAID', paid_at = null where user_id = ${customer.id}`.execute(tx);
    for (const sequence of [1, 2, 3, 4, 5, 6]) await dropEntry(tx, sequence);
    await sql`update credit_accounts set mac = null, mac_key = null where id = ${account()}`.execute(tx);
  },
  'an entry put in': async (tx) => {
    await sql`with j as (insert into credit_journals (key, source) values ('smuggled', 'Admin') returning id)
              insert into credit_entries (journal_id, account_id, amount_cents, sequence)
              select j.id, a.id, case when a.user_id is null then -9900 else 9900 end, case when a.user_id is null then null else 99 end
                from j, credit_accounts a where a.id = ${account()} or (a.user_id is null and a.unit = 'MAIN')`.execute(
      tx,
    );
  },
  'two entries that changed places': (tx) => swapSecondAndThird(tx, account()),
  'another date': (tx) =>
    sql`update credit_journals set created_at = created_at - interval '1 day'
         where id = (select journal_id from credit_entries where account_id = ${account()} and sequence = 1)`.execute(
      tx,
    ),
  'seals of the key that were removed': (tx) =>
    sql`update credit_accounts set mac = null, mac_key = null where id = ${account()}`.execute(tx),
  'a seal made with a key of the intruder’s': (tx) =>
    sql`update credit_accounts set mac = sha256('x'), mac_key = 'abcdefabcdef' where id = ${account()}`.execute(tx),
};

describe('with every plain seal recomputed, the database looks sound, and only the key reveals', () => {
  test.each(Object.entries(forgeries))('%s', async (_, work) => {
    await checkWholeLedger(app.deps);
    expect(await verifyAll()).toEqual({ faults: [], sealFaults: [] });
    await forge(work);
    const { faults, sealFaults } = await verifyAll();
    expect(faults).toEqual([]);
    expect(sealFaults.length).toBeGreaterThan(0);
    expect(sealFaults.join()).toMatch(/not sealed with the key|does not have|has another past|entries at the check/);
    // The hourly check stops spending, too.
    expect(await checkWholeLedger(app.deps)).toEqual(sealFaults);
  });

  test('accounts that swapped owners', async () => {
    const other = await buildCustomer(app.deps, 1);
    await forgePastGuards(app, async (tx) => {
      await sql`alter table credit_accounts drop constraint credit_accounts_user_id_unit_key`.execute(tx);
      await sql`update credit_accounts set user_id = case user_id when ${customer.id} then ${other.id}::bigint else ${customer.id}::bigint end
                 where unit = 'MAIN' and user_id in (${customer.id}, ${other.id})`.execute(tx);
    });
    expect((await verifyAll()).sealFaults).toHaveLength(2);
  });
});

describe('a database that was rolled back as a whole, with seals that were valid at that time', () => {
  /** Puts back what an earlier copy of the account's row, such as one in a backup, makes available to the owner. */
  async function setBack(): Promise<void> {
    const before = await app.ownerDb
      .selectFrom('credit_accounts')
      .selectAll()
      .where('user_id', '=', customer.id)
      .where('unit', '=', 'MAIN')
      .executeTakeFirstOrThrow();
    await buildCredits(app, customer.id, 7);
    await checkWholeLedger(app.deps);
    await forge((tx) => dropEntry(tx, before.version + 1));
    await forgePastGuards(app, async (tx) => {
      await sql`update credit_accounts set mac = ${before.mac}, mac_key = ${before.mac_key} where id = ${before.id}`.execute(
        tx,
      );
    });
  }

  test('is detected by the checkpoint in the data folder', async () => {
    await setBack();
    const { faults, sealFaults } = await verifyAll();
    expect([faults, sealFaults]).toEqual([
      [],
      [expect.stringMatching(/^account \d+ had 7 entries at the check of 20\S+Z and has 6 now$/)],
    ]);
  });

  test('is detected even when as many entries were posted again', async () => {
    await setBack();
    await buildCredits(app, customer.id, 7);
    expect((await verifyAll()).sealFaults).toEqual([
      expect.stringMatching(/^account \d+ has another past than at the check of/),
    ]);
  });

  test('is reported as having an invalid checkpoint when that was altered', async () => {
    await setBack();
    const path = join(app.folder, CHECKPOINT_FILE);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^(\d+) 7 /m, '$1 6 '));
    expect((await verifyAll()).sealFaults).toEqual([
      'the checkpoint of the ledger in the data folder is not sealed with its key',
    ]);
  });
});

test('an account with an altered history still receives money, but never gets a valid seal from it', async () => {
  await forge((tx) => addToJournal(tx, 1, 100));
  await buildCredits(app, customer.id, 5);
  expect((await verifyAll()).sealFaults).toEqual([expect.stringMatching(/is not sealed with the key/)]);
});

test('an entry that the server’s role posts without the key is found', async () => {
  await sql`select * from credit_post('mine', 'Admin', false, null, null, null, false, null, null,
    array[${customer.id}]::bigint[], array['MAIN'], array[99900]::bigint[])`.execute(app.db);
  expect(await verifyAll()).toEqual({ faults: [], sealFaults: [expect.stringMatching(/is not sealed with the key/)] });
});

describe('the keys', () => {
  const readKeys = async () =>
    JSON.parse(await readFile(join(app.folder, KEYS_FILE), 'utf8')) as { current: string; keys: object };

  test('are made once, readable by their owner alone, and in no row of the database', async () => {
    const { current, keys } = await readKeys();
    expect((await stat(join(app.folder, KEYS_FILE))).mode & 0o777).toBe(0o600);
    expect(Object.keys(keys)).toEqual([current]);
    await openLedger(app.db, config(), () => undefined);
    expect(await readKeys()).toEqual({ current, keys });
    expect(await listTablesWith(app.ownerDb, current)).toEqual(['public.credit_accounts']);
    const key = Buffer.from(String(Object.values(keys)[0]), 'base64url');
    expect(key).toHaveLength(32);
    for (const form of ['base64url', 'base64', 'hex'] as const) {
      const text = key.toString(form);
      expect(await listTablesWith(app.ownerDb, text)).toEqual([]);
      expect(await listTablesWith(app.ownerDb, Buffer.from(text).toString('hex'))).toEqual([]);
    }
  });

  test('are not created again for a sealed ledger: the startup error names the missing key', async () => {
    await rm(join(app.folder, KEYS_FILE));
    await expect(openLedger(app.db, config(), () => undefined)).rejects.toThrow(
      /sealed with the key \w{12}.+LEDGER_KEY/,
    );
  });

  test('that replace lost ones verify no old seals', async () => {
    await openLedger(app.db, { ...config(), ledgerKey: 'x'.repeat(40) }, () => undefined);
    expect((await verifyAll()).sealFaults).toEqual([]);
    await rm(join(app.folder, KEYS_FILE));
    await openLedger(app.db, { ...config(), ledgerKey: 'x'.repeat(40) }, () => undefined);
    expect((await verifyAll()).sealFaults).toEqual([
      expect.stringMatching(/sealed with the key \w{12}, which this server/),
    ]);
  });

  test('can be rotated: the new one seals everything, and the old one stays for verification', async () => {
    const before = await readKeys();
    const lines: string[] = [];
    await rotateKey(app.ownerDb, config(), {
      accept: false,
      recordChecks: RECORD_CHECKS,
      log: (line) => void lines.push(line),
    });
    const after = await readKeys();
    expect(after.current).not.toBe(before.current);
    expect(Object.keys(after.keys)).toEqual([before.current, after.current]);
    expect(lines).toEqual([`1 account with entries is sealed with the key ${after.current}.`]);
    await openLedger(app.db, config(), () => undefined);
    await buildCredits(app, customer.id, 5);
    expect(await verifyAll()).toEqual({ faults: [], sealFaults: [] });
    const { rows } = await sql<{
      key: string;
    }>`select distinct mac_key as key from credit_accounts where mac is not null`.execute(app.db);
    expect(rows).toEqual([{ key: after.current }]);
  });

  test('are not rotated for a broken ledger, and for an altered one only with explicit acceptance', async () => {
    await forge((tx) => addToJournal(tx, 1, 100));
    const rotate = (accept: boolean) =>
      rotateKey(app.ownerDb, config(), { accept, recordChecks: RECORD_CHECKS, log: () => undefined });
    await expect(rotate(false)).rejects.toThrow(/--accept/);
    await rotate(true);
    await openLedger(app.db, config(), () => undefined);
    expect(await verifyAll()).toEqual({ faults: [], sealFaults: [] });
    await forgePastGuards(app, async (tx) => {
      await sql`update credit_accounts set balance_cents = balance_cents + 1 where id = ${account()}`.execute(tx);
    });
    await expect(rotate(true)).rejects.toThrow(/broken/);
  });
});

describe('a ledger from a version without keys', () => {
  const unseal = () =>
    app.ownerDb.transaction().execute(async (tx) => {
      await sql`update credit_accounts set mac = null, mac_key = null`.execute(tx);
      await rm(join(app.folder, CHECKPOINT_FILE), { force: true });
    });

  test('is verified and sealed at the first start', async () => {
    await unseal();
    const lines: string[] = [];
    await openLedger(app.db, config(), (line) => void lines.push(line));
    const current = findLedgerSeal(app.db)?.keys.current;
    expect(lines).toEqual([`The ledger was verified and 1 account with entries is sealed with the key ${current}.`]);
    expect(await verifyAll()).toEqual({ faults: [], sealFaults: [] });
    expect(await checkWholeLedger(app.deps)).toEqual([]);
  });

  test('is reported and not sealed when it is broken', async () => {
    await unseal();
    await forgePastGuards(app, async (tx) => {
      await sql`update credit_journals set note = 'changed' where key like 'built:%'`.execute(tx);
    });
    const lines: string[] = [];
    await openLedger(app.db, config(), (line) => void lines.push(line));
    expect(lines).toEqual([expect.stringContaining('is not sealed with the new key, because it is broken')]);
    expect((await checkWholeLedger(app.deps)).join()).toMatch(/is not sealed to the one before it/);
    expect((await verifyAll()).sealFaults).toHaveLength(1);
  });
});

test('the command finds a forgery by the owner of the tables and exits with 1', async () => {
  expect(await runLedgerVerify(app)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/sealed with the key \w{12}/) as string,
  });
  await copyFile(join(app.folder, CHECKPOINT_FILE), join(app.folder, 'copy'));
  await forge((tx) => dropEntry(tx, 5));
  expect(await runLedgerVerify(app)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^BROKEN: account \d+ /) as string,
  });
  expect(await readFile(join(app.folder, CHECKPOINT_FILE), 'utf8')).toBe(
    await readFile(join(app.folder, 'copy'), 'utf8'),
  );
});
