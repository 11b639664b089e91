import { Readable } from 'node:stream';
import type { Database } from '../../../server/database/connect.ts';
import { getPersonId, type Actor, type Deps, type Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { readAccountTexts, type Texts } from '../../../server/texts.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatDayIn, formatTimeIn } from '../../../contract/zone-time.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { SOURCE_TEXTS } from '../credits.calls.ts';
import { findAccounts } from './credits.ts';
import { selectVisibleAccount } from './credits.queries.ts';
import { selectLedgerPage, type DayFilter, type LedgerFilter } from './ledger-page.queries.ts';

const HEADERS = [
  textKey('common.usernameColumn'),
  textKey('common.creditBalance'),
  textKey('credits.balanceAfter'),
  textKey('common.source'),
  textKey('csv.unit'),
  textKey('common.fileId'),
  textKey('csv.created'),
];

/** Rows held in memory at a time. */
const BATCH = 1000;

/** Downloads a customer's whole ledger as a table for a spreadsheet; to other customers it does not exist. */
export async function downloadUserLedger(deps: Deps, actor: Actor, userId: number): Promise<Download> {
  const visible = await selectVisibleAccount(deps.db, actor, userId).executeTakeFirst();
  if (!visible) throw notFound();
  return download(deps, actor, { name: 'credits-history', userId });
}

/** Downloads everybody's entries that pass the filter. */
export const downloadLedger = async (deps: Deps, actor: Actor, narrowed: DayFilter): Promise<Download> =>
  download(deps, actor, { name: 'all-credits-history', ...narrowed });

type LedgerRequest = DayFilter & { userId?: number };

async function download(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reader: Actor,
  { name, ...request }: LedgerRequest & { name: string },
): Promise<Download> {
  const texts = await readAccountTexts(db, getPersonId(reader));
  const zone = config.shopHours.timeZone;
  const fileName = `${name}-${formatDayIn(zone, clock.now())}.csv`;
  return { stream: Readable.from(renderLines(db, texts, { ...request, zone })), sizeBytes: null, fileName };
}

/** Yields lines, newest first. Each batch begins where the previous one ended, so later rows shift nothing. */
async function* renderLines(
  db: Database,
  texts: Texts,
  { userId, ...narrowed }: LedgerRequest & LedgerFilter,
): AsyncGenerator<string> {
  const { zone } = narrowed;
  const accounts = await findAccounts(db, userId ?? null);
  yield CSV_START + createCsvLine(texts.language)(HEADERS.map((header) => texts.t(header, { zone })));
  let before: number | null = null;
  for (;;) {
    const rows: LedgerLine[] = await selectLedgerPage(
      db,
      { accounts, ...narrowed },
      { before, limit: BATCH },
    ).execute();
    if (rows.length > 0) yield rows.map((row) => renderLine(row, texts, zone)).join('');
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

type LedgerLine = Awaited<ReturnType<ReturnType<typeof selectLedgerPage>['execute']>>[number];

const renderLine = (row: LedgerLine, { t, language }: Texts, zone: string) =>
  createCsvLine(language)([
    row.username,
    row.credit_balance,
    row.balance_after,
    t(SOURCE_TEXTS[row.source]),
    row.unit,
    row.file_id,
    formatTimeIn(zone, new Date(row.created_at)),
  ]);
