import { withClient } from '../../../server/installation/database-side.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { verifyWholeLedger } from '../../../app/server/whole-ledger.ts';
import { buildCredits } from './credits.factory.ts';

export interface Tampering {
  /** `$account` is the id of the customer's account. */
  attack: string;
  /** Run first by the owner of the tables, so that the guards let the attack through. */
  opened?: string;
}

const GUARDS_OFF = 'alter table credit_entries disable trigger user; alter table credit_accounts disable trigger user';
const NO_GUARD = "language plpgsql as $$begin return case when tg_op = 'DELETE' then old else new end; end$$";

export const TAMPERINGS: Record<string, Tampering> = {
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

/** A portal with a customer who has paid, and ways to attack its ledger. */
export async function openAttackedPortal() {
  const app: TestApp = await startTestApp();
  const customer = await buildCustomer(app.deps, 100);
  await buildCredits(app, customer.id, 20, { source: 'Payment' });
  await buildPaidFile(app.deps, { user_id: customer.id });

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

  async function findFaults(): Promise<string[]> {
    const { faults, sealFaults } = await verifyWholeLedger(app.ownerDb);
    return [...faults, ...sealFaults];
  }

  return { app, customer, accountId, run, findFaults };
}

export type AttackedPortal = Awaited<ReturnType<typeof openAttackedPortal>>;
