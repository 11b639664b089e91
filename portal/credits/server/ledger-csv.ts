import { Readable } from 'node:stream';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { CSV_START, csvLine, csvTime } from '../../csv.ts';
import { findAccounts } from './credits.ts';
import { selectVisibleAccount } from './credits.queries.ts';
import { ledgerPage, type LedgerFilter } from './ledger-page.queries.ts';

const HEADERS = ['UserName', 'Credit Balance', 'Balance after', 'Source', 'Unit', 'File ID', 'Created At (UTC)'];

/** Rows that are in memory at a time. */
const BATCH = 2000;

/** A customer's whole ledger as a table for a spreadsheet; another customer's is not there. */
export async function downloadUserLedger({ db, clock }: Deps, actor: Actor, userId: number): Promise<Download> {
  const visible = await selectVisibleAccount(db, actor, userId).executeTakeFirst();
  if (!visible) throw notFound();
  return download({ db, clock }, 'credits-history', { userId });
}

/** Everybody's, as far as the filter lets it through. */
export const downloadLedger = async (deps: Deps, narrowed: LedgerFilter): Promise<Download> =>
  download(deps, 'all-credits-history', narrowed);

type LedgerRequest = LedgerFilter & { userId?: number };

function download({ db, clock }: Pick<Deps, 'db' | 'clock'>, name: string, request: LedgerRequest): Download {
  const day = clock.now().toISOString().slice(0, 10);
  return { stream: Readable.from(linesOf(db, request)), sizeBytes: null, fileName: `${name}-${day}.csv` };
}

/** Newest first. Each batch begins where the one before ended, so rows that come meanwhile move nothing. */
async function* linesOf(db: Database, { userId, ...narrowed }: LedgerRequest): AsyncGenerator<string> {
  const accounts = await findAccounts(db, userId ?? null);
  yield CSV_START + csvLine(HEADERS);
  let before: number | null = null;
  for (;;) {
    const rows: LedgerLine[] = await ledgerPage(db, { accounts, ...narrowed }, { before, limit: BATCH }).execute();
    if (rows.length > 0) yield rows.map(lineOf).join('');
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

type LedgerLine = Awaited<ReturnType<ReturnType<typeof ledgerPage>['execute']>>[number];

const lineOf = (row: LedgerLine) =>
  csvLine([
    row.username,
    row.credit_balance,
    row.balance_after,
    row.source,
    row.unit,
    row.file_id,
    csvTime(row.created_at),
  ]);
