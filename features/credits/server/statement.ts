import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { getPersonId, type Actor, type Deps, type Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { type Texts, readAccountTexts } from '../../../server/texts.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatDayIn, formatTimeIn } from '../../../contract/zone-time.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { toCents, toCredits } from '../../../contract/amounts.ts';
import { SOURCE_TEXTS, type Unit, periodBackwards, periodTooLong } from '../credits.calls.ts';
import type { Statement, StatementPart, getStatement as GetStatement } from '../statement.calls.ts';
import { selectAccounts, selectVisibleAccount } from './credits.queries.ts';
import { OPEN_TO_STAFF, beginOfDay, selectNarrowedRows } from './ledger-page.queries.ts';
import { can } from '../../../contract/capabilities.ts';
import type { Database } from '../../../server/database/connect.ts';

/** More than a screen shows or anyone adds up; the whole history is a separate download. */
const MAX_ROWS = 5000;

const SPARKLINE_DAYS = 30;

export async function listBalances({ db, clock, config }: Deps, actor: Actor, userId: number) {
  await requireVisible({ db }, actor, userId);
  const zone = config.shopHours.timeZone;
  return selectBalancesByDay(db, userId, { last: formatDayIn(zone, clock.now()), days: SPARKLINE_DAYS, zone });
}

async function requireVisible({ db }: Pick<Deps, 'db'>, actor: Actor, userId: number): Promise<void> {
  const visible = await selectVisibleAccount(db, actor, userId).executeTakeFirst();
  if (!visible) throw notFound();
}

type Period = InputOf<typeof GetStatement>;

/** A statement without its holder: names are not part of the ledger. */
export type PeriodOfLedger = Omit<Statement, 'username' | 'full_name' | 'email'>;

/** Reads opening balance, entries and closing balance of a period, so that anyone can add it up. */
export async function readPeriod({ db, clock, config }: Deps, actor: Actor, period: Period): Promise<PeriodOfLedger> {
  const zone = config.shopHours.timeZone;
  const { userId, to = formatDayIn(zone, clock.now()) } = period;
  const { from = `${to.slice(0, 7)}-01` } = period;
  await requireVisible({ db }, actor, userId);
  if (from > to) throw periodBackwards();
  const accounts = (await selectAccounts(db, userId).execute()).map(({ id }) => id);
  const rows = await selectPeriodRows(db, accounts, { from, to, zone })
    .$if(can(actor, 'ledger.read-all'), (query) => query.select(OPEN_TO_STAFF))
    .limit(MAX_ROWS + 1)
    .execute();
  if (rows.length > MAX_ROWS) throw periodTooLong();
  const parts: StatementPart[] = [];
  for (const unit of ['MAIN', 'AI'] as const) {
    const part = await readStatementPart(db, { userId, from, unit, zone }, rows);
    // Most customers have never had AI credits and need not read about them.
    if (unit === 'MAIN' || part.rows.length > 0 || part.opening !== 0) parts.push(part);
  }
  return { from, to, made_at: clock.now().toISOString(), parts };
}

type Row = StatementPart['rows'][number];

async function readStatementPart(
  db: Deps['db'],
  { userId, ...start }: { userId: number; from: string; unit: Unit; zone: string },
  all: Row[],
): Promise<StatementPart> {
  const { opening } = await selectOpening(db, userId, start).executeTakeFirstOrThrow();
  const rows = addUp(
    all.filter((row) => row.unit === start.unit),
    opening,
  );
  const sumIncluded = (isIncluded: (cents: number) => boolean) =>
    rows
      .map((row) => toCents(row.credit_balance))
      .filter(isIncluded)
      .reduce((sum, cents) => sum + cents, 0);
  const [received, spent] = [sumIncluded((cents) => cents > 0), sumIncluded((cents) => cents < 0)];
  return {
    unit: start.unit,
    rows,
    opening: toCredits(opening),
    received: toCredits(received),
    spent: toCredits(spent),
    closing: toCredits(opening + received + spent),
  };
}

/** Adds up from the opening balance: an entry at midnight may have begun before another that was booked earlier. */
function addUp(rows: Row[], opening: number): Row[] {
  let balance = opening;
  return rows.map((row) => {
    balance += toCents(row.credit_balance);
    return { ...row, balance_after: toCredits(balance) };
  });
}

const HEADERS = [
  textKey('csv.created'),
  textKey('common.source'),
  textKey('csv.note'),
  textKey('common.fileId'),
  textKey('csv.unit'),
  textKey('common.creditBalance'),
  textKey('credits.balanceAfter'),
];

export async function downloadStatement(deps: Deps, actor: Actor, period: Period): Promise<Download> {
  const statement = await readPeriod(deps, actor, period);
  const texts = await readAccountTexts(deps.db, getPersonId(actor));
  const fileName = `statement-${statement.from}-to-${statement.to}.csv`;
  return {
    stream: Readable.from([CSV_START + renderLines(statement, texts, deps.config.shopHours.timeZone)]),
    sizeBytes: null,
    fileName,
  };
}

function renderLines({ from, to, parts }: PeriodOfLedger, { t, language }: Texts, zone: string): string {
  const line = createCsvLine(language);
  const lines = parts.flatMap(({ unit, opening, rows, closing }) => [
    line([from, t('credits.openingBalance'), null, null, unit, null, opening]),
    ...rows.map((row) =>
      line([
        formatTimeIn(zone, new Date(row.created_at)),
        t(SOURCE_TEXTS[row.source]),
        [row.note, row.reason ?? null, row.is_test ? t('common.test') : null]
          .filter((text) => text !== null)
          .join(', '),
        row.file_id,
        unit,
        row.credit_balance,
        row.balance_after,
      ]),
    ),
    line([to, t('credits.closingBalance'), null, null, unit, null, closing]),
  ]);
  return line(HEADERS.map((header) => t(header, { zone }))) + lines.join('');
}

/** Selects the rows oldest first, the order in which they are added up. */
const selectPeriodRows = (
  db: Database,
  accounts: readonly number[],
  period: { from: string; to: string; zone: string },
) => selectNarrowedRows(db, accounts, period).clearOrderBy().orderBy('id');

/** Selects the sum of all entries before the period: the balance without the entries since, which are usually fewer. */
const selectOpening = (
  db: Database,
  userId: number,
  { from, unit, zone }: { from: string; unit: Unit; zone: string },
) =>
  db
    .selectFrom('credit_accounts as a')
    .select(
      sql<number>`(a.balance_cents - (
        select coalesce(sum(e.amount_cents), 0)
          from credit_entry_facets f join credit_entries e on e.id = f.entry_id
         where f.account_id = a.id and f.created_at >= ${beginOfDay(from, zone)}))::bigint`.as('opening'),
    )
    .where('a.user_id', '=', userId)
    .where('a.unit', '=', unit);

/**
 * Entries made at the same time may have times in a different order than their numbers: the last entry of a day is
 * among this many that are the last by their time.
 */
const MADE_AT_ONCE = 50;

/** Selects the MAIN balance at the end of each of the last days, the newest of which is `last`. */
async function selectBalancesByDay(
  db: Database,
  userId: number,
  { last, days, zone }: { last: string; days: number; zone: string },
): Promise<{ day: string; balance: number }[]> {
  const { rows } = await sql<{ day: string; balance: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(e.balance_after_cents, 0) / 100.0::float8 as balance
      from generate_series(${last}::timestamp - make_interval(days => ${days - 1}::int), ${last}::timestamp, interval '1 day') d (day)
      left join lateral (
        select max(latest.entry_id) as id
          from (select f.entry_id from credit_entry_facets f
                 where f.account_id = (select id from credit_accounts where user_id = ${userId} and unit = 'MAIN')
                   and f.created_at < (d.day + interval '1 day') at time zone ${zone}
                 order by f.created_at desc limit ${MADE_AT_ONCE}) latest) newest on true
      left join credit_entries e on e.id = newest.id
     order by d.day`.execute(db);
  return rows;
}
