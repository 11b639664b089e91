/**
 * A ledger as the portal would have posted it: each paid file was paid, each refunded one refunded, no customer ever
 * had a negative balance, and every entry is sealed to the one before it. For fill-lists.ts; `$size` is the number of
 * entries.
 */
const JOURNALS = `
  insert into credit_journals (key, source, file_id, created_at)
  select key, source, file_id, created_at
    from (select 'first:' || id as key, 'Payment' as source, null::bigint as file_id, now() - interval '3 years' as created_at
            from users where role = 'CUSTOMER'
          union all
          select 'pay:' || id, 'Upload', id, created_at from files where price_status in ('PAID', 'REFUNDED')
          union all
          select 'refund:' || id, 'Refund', id, created_at + interval '1 hour' from files where price_status = 'REFUNDED'
          union all
          select 'more:' || n, 'Payment', null, now() - interval '2 years' * random()
            from generate_series(1, $size - (select count(*) from users where role = 'CUSTOMER')
                                    - (select count(*) from files where price_status in ('PAID', 'REFUNDED'))
                                    - (select count(*) from files where price_status = 'REFUNDED')) n) j
   order by created_at`;

/** Computes the seals like the database does, in one pass over an account. */
const SEALS = `
  create aggregate running_seal (bigint, bigint, bigint, bigint, credit_journals) (
    sfunc = credit_seal, stype = bytea, initcond = '')`;

const entriesWith = (seal: string) => `
  with account as (select a.id, a.user_id, row_number() over (order by a.id) - 1 as place
                     from credit_accounts a join users u on u.id = a.user_id where a.unit = 'MAIN' and u.role = 'CUSTOMER'),
       spent as (select user_id, sum(price_cents) as cents from files where price_status in ('PAID', 'REFUNDED') group by user_id),
       placed as (
         select j.id as journal_id, a.id as account_id, case j.source when 'Upload' then -f.price_cents else f.price_cents end as amount
           from credit_journals j join files f on f.id = j.file_id join account a on a.user_id = f.user_id
         union all
         select j.id, a.id, (coalesce(s.cents, 0) + 10000)::bigint
           from credit_journals j join account a on j.key = 'first:' || a.user_id left join spent s on s.user_id = a.user_id
         union all
         select j.id, a.id, 5000
           from credit_journals j join account a on a.place = j.id % (select count(*) from account) where j.key like 'more:%'),
       numbered as (
         select *, (sum(amount) over w)::bigint as balance, row_number() over w as sequence
           from placed window w as (partition by account_id order by journal_id))
  insert into credit_entries (journal_id, account_id, amount_cents, balance_after_cents, sequence, seal)
  select n.journal_id, n.account_id, n.amount, n.balance, n.sequence,
         ${seal}
    from numbered n join credit_journals j on j.id = n.journal_id order by n.journal_id`;

const SEAL =
  'running_seal(n.account_id, n.sequence, n.amount, n.balance, j) over (partition by n.account_id order by n.journal_id)';

export const SEALED_LEDGER = [JOURNALS, SEALS, entriesWith(SEAL)];

/** The same ledger without seals, which take most of the time. */
export const UNSEALED_LEDGER = [JOURNALS, entriesWith('null')];
