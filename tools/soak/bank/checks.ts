import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '../../../server/database/connect.ts';
import type { ProviderPayment, Records } from './records.ts';
import { verifyWholeLedger } from '../../../app/server/whole-ledger.ts';

type Db = Connection['db'];

const entries = sql`credit_entries e join credit_journals j on j.id = e.journal_id join credit_accounts a on a.id = e.account_id`;

/** Each query looks for what must not exist, in its own SQL rather than through the product's check. */
const QUESTIONS: Record<string, RawBuilder<{ what: string }>> = {
  'I1 journals add up to zero in each unit': sql`
    select 'journal ' || e.journal_id as what from ${entries} group by e.journal_id, a.unit having sum(e.amount_cents) <> 0`,
  'I2 a balance is the sum of its entries': sql`
    select 'account ' || a.id as what from credit_accounts a where a.user_id is not null
       and a.balance_cents <> (select coalesce(sum(amount_cents), 0) from credit_entries where account_id = a.id)`,
  'I3 nothing is spent below zero': sql`
    select 'entry ' || e.id as what from ${entries}
     where a.user_id is not null and e.balance_after_cents < 0 and e.amount_cents < 0
       and not (j.source = 'Payment' and j.key ~ ':(Refunded|Reversed):')`,
  'I4 running balances have no gaps': sql`
    select 'entry ' || s.id as what from (
      select e.id, e.sequence, e.balance_after_cents, e.amount_cents,
             row_number() over w as place, coalesce(lag(e.balance_after_cents) over w, 0) as before
        from ${entries} where a.user_id is not null window w as (partition by e.account_id order by e.sequence)) s
     where s.sequence <> s.place or s.before + s.amount_cents <> s.balance_after_cents`,
  'I5 PAID is a net payment of the price, everything else is none': sql`
    select 'file ' || f.id || ' ' || f.price_status as what from files f
      left join (select j.file_id, sum(e.amount_cents) as net from ${entries}
                  where a.user_id is not null and (j.key like 'pay:%' or j.key like 'refund:%') group by j.file_id) l on l.file_id = f.id
     where coalesce(-l.net, 0) <> case f.price_status when 'PAID' then f.price_cents else 0 end
        or (f.price_status = 'REFUNDED' and l.file_id is null)`,
  'I6 one credit a transaction, and never more back than was paid': sql`
    select 'transaction ' || j.payment_reference as what from ${entries}
     where a.user_id is not null and j.source = 'Payment' and j.payment_reference is not null group by j.payment_reference
    having count(*) filter (where j.key like '%:Completed') <> 1 or sum(e.amount_cents) < 0
        or sum(e.amount_cents) > sum(e.amount_cents) filter (where j.key like '%:Completed')`,
  'I7 what was delivered was charged once': sql`
    select 'session ' || s.id as what from ai_sessions s
      left join (select j.key, -sum(e.amount_cents) as taken, count(distinct j.id) as times from ${entries}
                  where a.user_id is not null and j.key like 'dtc:%' group by j.key) c on c.key = 'dtc:' || s.id
     where exists (select from ai_generations g where g.session_id = s.id)
           is distinct from (coalesce(c.taken, 0) = 1000 and c.times = 1)`,
};

/** Returns one sentence for every violation; none when all is well. */
export async function checkEverything(db: Db, records: Records): Promise<string[]> {
  const found: string[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { rows } = await question.execute(db);
    found.push(...rows.slice(0, 5).map(({ what }) => `${name}: ${what}`));
  }
  found.push(...(await checkAcknowledged(db, records)));
  const { faults, sealFaults } = await verifyWholeLedger(db);
  const broken = [...faults, ...sealFaults];
  return [...found, ...broken.slice(0, 10).map((fault) => `ledger: ${fault}`), ...records.violations];
}

/** Checks I8, I9 and I10: what was confirmed exists exactly once. */
export async function checkAcknowledged(db: Db, records: Records): Promise<string[]> {
  const { paid, refunded, edits, notices, generations } = records;
  const keys = [...[...paid.keys()].map((id) => `pay:${id}`), ...[...refunded].map((id) => `refund:${id}`), ...edits];
  const missing = [
    ...(await findMissing(db, sql`select key as id from credit_journals`, keys)),
    ...(await findMissing(db, sql`select digest as id from payment_messages`, [...notices.keys()])),
  ].map((key) => `I8 acknowledged is durable: ${key} is not there`);
  const twice = [...paid]
    .filter(([, times]) => times > 1)
    .map(([id]) => `I9 file ${id} was acknowledged as paid twice`);
  const lost = (
    await findMissing(db, sql`select id::text as id from ai_generations`, [...generations].map(String))
  ).map((id) => `I10 generation ${id} is lost`);
  return [...missing, ...twice, ...lost];
}

async function findMissing(db: Db, present: RawBuilder<unknown>, expected: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${[...expected]}::text[]) w (id) where not exists (select from (${present}) p where p.id = w.id)
    limit 5`.execute(db);
  return rows.map(({ id }) => id);
}

/** Compares the postings of each payment with the provider's messages about it, added up independently. */
export async function checkPayments(db: Db, payments: readonly ProviderPayment[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string; total: number; credits: number; user_id: number }>`
    select j.payment_reference as reference, sum(e.amount_cents)::bigint as total, max(a.user_id) as user_id,
           count(*) filter (where j.key like '%:Completed') as credits
      from ${entries} where a.user_id is not null and j.source = 'Payment' and j.payment_reference is not null
     group by j.payment_reference`.execute(db);
  const held = new Map(rows.map((row) => [row.reference, row]));
  const found: string[] = [];
  for (const payment of payments.filter(({ isUnsure }) => !isUnsure)) {
    const expected = computeExpectation(payment);
    const has = held.get(payment.transactionId);
    const total = has?.total ?? 0;
    if (total < expected.least || total > expected.most || (has !== undefined && has.user_id !== payment.userId)) {
      found.push(
        `I6 payment ${payment.transactionId} stands at ${total}, not from ${expected.least} to ${expected.most}`,
      );
    }
  }
  return found;
}

/**
 * Returns the expected range: without a cancelled reversal the order of messages does not matter; with one, the final
 * sum lies between two values.
 */
function computeExpectation({ notices, amountCents }: ProviderPayment): { least: number; most: number } {
  const sumNotices = (status: string) =>
    notices
      .filter(({ notice }) => notice.status === status)
      .reduce((sum, { notice }) => sum + Math.round(Math.abs(Number(notice.amount)) * 100), 0);
  if (sumNotices('Completed') === 0) return { least: 0, most: 0 };
  const left = Math.max(0, amountCents - sumNotices('Refunded') - sumNotices('Reversed'));
  const returned = Math.min(sumNotices('Canceled_Reversal'), sumNotices('Reversed'));
  return { least: left, most: returned === 0 ? left : Math.min(amountCents, left + returned) };
}
