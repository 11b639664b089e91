import pg from 'pg';

const CUSTOMERS = 1000;
/** Half of the files up to this number belong to one customer. */
const SHARED_WITH_LARGEST = 200_000;
/** Every 20th file has a ticket, and one of the tickets has a long conversation. */
const TICKET_EVERY = 20;
const MAX_MESSAGES = 10_000;

const STATES = `
  case when n % 10 < 4 then 'COMPLETED' when n % 10 < 7 then 'PROCESSED' when n % 10 = 7 then 'CANCELED'
       when n % 10 = 8 and n % 100 = 8 then 'PENDING' when n % 10 = 8 then 'REFUNDED'
       when n % 100 = 9 then 'IN_PROGRESS' else 'CANCELED' end`;

/**
 * Creates files of many customers with realistic names, in all states, with tickets and a ledger over two years.
 * Bypasses the triggers, which would take minutes. The plain ledger has no seals and contradicts the files. Returns the
 * customer with the most of everything.
 */
export async function fillLists(
  databaseUrl: string,
  size: number,
  ledger: readonly string[] = PLAIN_LEDGER,
): Promise<{ largest: number; talk: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (username, full_name, email, phone, country)
     select 'customer' || n, 'Customer ' || n, 'customer' || n || '@example.com', '', 'North Macedonia'
       from generate_series(1, ${CUSTOMERS}) n`,
  );
  await client.query("set session_replication_role = 'replica'");
  for (const statement of [FILES, TICKETS, MESSAGES, ...ledger, HOUSE, FACETS, ACCOUNTS, TOTALS]) {
    await client.query(statement.replaceAll('$size', String(size)));
  }
  await client.query("set session_replication_role = 'origin'");
  // The largest customer logs in with the administrator's password.
  await client.query(
    `update users set password_hash = (select password_hash from users where role = 'ADMIN' limit 1)
      where email = 'customer1@example.com'`,
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ largest: string; talk: string }>(
    `select (select min(id) from users where role = 'CUSTOMER') as largest,
            (select ticket_id from ticket_messages group by 1 order by count(*) desc limit 1) as talk`,
  );
  await client.end();
  return { largest: Number(rows[0]?.largest), talk: Number(rows[0]?.talk) };
}

const FILES = `
  insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                     petrol_type, generation, solution, solution_ids, price_cents, status, price_status, feasible,
                     mod_file_name, mod_file_key, status_before_cancel, paid_at, delivered_at, created_at)
  select u.ids[1 + case when n % 2 = 0 and n <= ${SHARED_WITH_LARGEST} then 0 else (n * 7919::bigint) % ${CUSTOMERS} end],
         (array['VW_Golf_5','Audi_A4','Scania_R450','BMW_320d','Fiat_Ducato'])[1 + n % 5] || '_EDC16_' || md5(n::text) || '.bin',
         'made ' || n, 524288, '', 'Car', 'Audi', 'Bosch', 'EDC16', 'DIESEL', '2007', 'Stage 1,EGR OFF', '{}',
         (n * 7919::bigint) % 50000, s.status,
         case when s.status in ('COMPLETED', 'PROCESSED') then 'PAID' when s.status = 'REFUNDED' then 'REFUNDED' else 'UNPAID' end,
         case when s.status in ('COMPLETED', 'PROCESSED', 'REFUNDED') then 'POSSIBLE' end,
         'm.bin', 'mod ' || n, case when s.status = 'CANCELED' then 'PENDING' end,
         now(), case when s.status in ('COMPLETED', 'PROCESSED') then now() end,
         now() - interval '2 years' + (n / $size.0) * interval '2 years'
    from generate_series(1, $size) n,
         lateral (select ${STATES} as status) s,
         (select array_agg(id order by id) as ids from users where role = 'CUSTOMER') u`;

const TICKETS = `
  insert into tickets (file_id, user_id, subject, status, closing_date, has_unread_reply)
  select id, user_id, 'File ' || file_id || ': ' || file_name, case when id % ${10 * TICKET_EVERY} = 0 then 'OPEN' else 'CLOSED' end,
         case when id % ${10 * TICKET_EVERY} = 0 then null else now() end, id % ${4 * TICKET_EVERY} = 0
    from files where id % ${TICKET_EVERY} = 0`;

const MESSAGES = `
  insert into ticket_messages (ticket_id, user_id, message)
  select t.id, f.user_id, 'Which of the two files is the right one? ' || repeat('The engine runs. ', 10) || n
    from tickets t join files f on f.id = t.file_id, generate_series(1, 2) n
  union all
  select (select max(id) from tickets where status = 'OPEN'), 1, repeat('The engine runs well now. ', 8) || n
    from generate_series(1, ${MAX_MESSAGES}) n`;

const JOURNALS = `
  insert into credit_journals (key, source, created_at)
  select 'bench:' || n, case when n % 500 = 0 then 'Refund' when n % 4 = 0 then 'Payment' when n % 9 = 0 then 'Admin' else 'Upload' end,
         now() - interval '2 years' + (n / $size.0) * interval '2 years'
    from generate_series(1, $size) n order by n`;

const ENTRIES = `
  with customer as (select array_agg(a.id order by a.id) as ids from credit_accounts a join users u on u.id = a.user_id
                     where a.unit = 'MAIN' and u.role = 'CUSTOMER'),
       line as (select id as journal_id, source, row_number() over (order by id) as n from credit_journals),
       placed as (select journal_id, c.ids[1 + case when n % 2 = 0 then 0 else (n * 7919) % ${CUSTOMERS} end] as account_id,
                         case when source = 'Upload' then -3000 else 6000 end as amount, n from line, customer c)
  insert into credit_entries (journal_id, account_id, amount_cents, balance_after_cents, sequence)
  select journal_id, account_id, amount, sum(amount) over w, row_number() over w from placed
  window w as (partition by account_id order by journal_id) order by journal_id`;

const PLAIN_LEDGER = [JOURNALS, ENTRIES];

const HOUSE = `
  insert into credit_entries (journal_id, account_id, amount_cents)
  select e.journal_id, (select id from credit_accounts where user_id is null and unit = 'MAIN'), -e.amount_cents from credit_entries e`;

const FACETS = `
  insert into credit_entry_facets (entry_id, account_id, source, created_at, country, revenue_kind, amount_cents)
  select e.id, e.account_id, j.source, j.created_at, 'Country ' || e.account_id % 40, revenue_kind(j.source, j.key, j.is_test), e.amount_cents
    from credit_entries e join credit_journals j on j.id = e.journal_id where e.sequence is not null order by e.id`;

const ACCOUNTS = `
  update credit_accounts a
     set balance_cents = s.total, version = s.entries,
         seal = coalesce((select e.seal from credit_entries e where e.account_id = a.id and e.sequence = s.entries), '')
    from (select account_id, sum(amount_cents) as total, count(*) as entries from credit_entries where sequence is not null group by 1) s
   where s.account_id = a.id`;

const TOTALS = `
  insert into credit_totals (account_id, source, entries, amount_cents)
  select e.account_id, j.source, count(*), sum(e.amount_cents) from credit_entries e join credit_journals j on j.id = e.journal_id
   where e.sequence is not null group by 1, 2`;
