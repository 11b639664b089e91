import { Readable } from 'node:stream';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { textsOfAccount, type Texts } from '../../../server/texts.ts';
import { textKey } from '../../texts.ts';
import { CSV_START, csvIn, csvTime } from '../../csv.ts';
import { SOURCE_TEXTS } from '../ledger-source.rules.ts';
import { findAccounts } from './credits.ts';
import { selectVisibleAccount } from './credits.queries.ts';
import { ledgerPage, type LedgerFilter } from './ledger-page.queries.ts';

const HEADERS = [
  textKey('common.username'),
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
export async function downloadUserLedger({ db, clock }: Deps, actor: Actor, userId: number): Promise<Download> {
  const visible = await selectVisibleAccount(db, actor, userId).executeTakeFirst();
  if (!visible) throw notFound();
  return download({ db, clock }, actor, { name: 'credits-history', userId });
}

/** Downloads everybody's entries that pass the filter. */
export const downloadLedger = async (deps: Deps, actor: Actor, narrowed: LedgerFilter): Promise<Download> =>
  download(deps, actor, { name: 'all-credits-history', ...narrowed });

type LedgerRequest = LedgerFilter & { userId?: number };

async function download(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  reader: Actor,
  { name, ...request }: LedgerRequest & { name: string },
): Promise<Download> {
  const texts = await textsOfAccount(db, reader.id);
  const day = clock.now().toISOString().slice(0, 10);
  return { stream: Readable.from(linesOf(db, texts, request)), sizeBytes: null, fileName: `${name}-${day}.csv` };
}

/** Yields lines, newest first. Each batch begins where the previous one ended, so later rows shift nothing. */
async function* linesOf(db: Database, texts: Texts, { userId, ...narrowed }: LedgerRequest): AsyncGenerator<string> {
  const accounts = await findAccounts(db, userId ?? null);
  yield CSV_START + csvIn(texts.language)(HEADERS.map((header) => texts.t(header)));
  let before: number | null = null;
  for (;;) {
    const rows: LedgerLine[] = await ledgerPage(db, { accounts, ...narrowed }, { before, limit: BATCH }).execute();
    if (rows.length > 0) yield rows.map((row) => lineOf(row, texts)).join('');
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

type LedgerLine = Awaited<ReturnType<ReturnType<typeof ledgerPage>['execute']>>[number];

const lineOf = (row: LedgerLine, { t, language }: Texts) =>
  csvIn(language)([
    row.username,
    row.credit_balance,
    row.balance_after,
    t(SOURCE_TEXTS[row.source]),
    row.unit,
    row.file_id,
    csvTime(row.created_at),
  ]);
