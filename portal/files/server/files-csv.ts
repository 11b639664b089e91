import { Readable } from 'node:stream';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { CSV_START, csvLine, csvTime } from '../../csv.ts';
import type { FileSummary } from '../files.contract.ts';
import { listFilePage, type FileRequest } from './file-list.ts';

const HEADERS = [
  'Username',
  'File ID',
  'File Name',
  'Solution',
  'Solution Price',
  'Price Status',
  'Feasible',
  'Status',
  'Uploaded (UTC)',
  'Modified (UTC)',
];

/** Rows that are in memory at a time. */
const BATCH = 1000;

/** The files that match, as a table for a spreadsheet, however many there are. */
export const downloadFilesCsv = async ({ db, clock }: Deps, actor: Actor, wanted: FileRequest): Promise<Download> => ({
  stream: Readable.from(linesOf(db, actor, wanted)),
  sizeBytes: null,
  fileName: `files-${clock.now().toISOString().slice(0, 10)}.csv`,
});

async function* linesOf(db: Database, actor: Actor, wanted: FileRequest): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADERS);
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await listFilePage(db, actor, { ...wanted, limit: BATCH, cursor });
    if (page.rows.length > 0) yield page.rows.map(lineOf).join('');
    cursor = page.next_cursor;
  }
}

const lineOf = (file: FileSummary) =>
  csvLine([
    file.username,
    file.file_id,
    file.file_name,
    file.solution,
    file.price,
    file.price_status,
    file.feasible,
    file.status,
    csvTime(file.created_at),
    csvTime(file.updated_at),
  ]);
