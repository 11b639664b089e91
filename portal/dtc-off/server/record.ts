import { Readable } from 'node:stream';
import type { Deps, Download } from '../../../server/http/call.ts';
import { CSV_START, csvLine, csvTime } from '../../csv.ts';
import { selectRecord } from './generations.queries.ts';

const HEADERS = [
  'Created At (UTC)',
  'Proof',
  'UserName',
  'E-mail',
  'Country',
  'File Name',
  'SHA-256 of the original',
  'SHA-256 of the generated file',
  'Codes',
  'Codes under the emission rules',
  'Declared use',
  'First, as the browser said',
  'Charged',
];

/** Rows that are in memory at a time. */
const BATCH = 500;

/** Every file that was made, for the operator: for whom, from what, which codes, and the declared use. */
export async function downloadDtcOffRecord({ db, clock }: Deps): Promise<Download> {
  const day = clock.now().toISOString().slice(0, 10);
  return { stream: Readable.from(linesOf(db)), sizeBytes: null, fileName: `dtc-off-record-${day}.csv` };
}

/** Newest first. Each batch begins where the one before ended, so rows that come meanwhile move nothing. */
async function* linesOf(db: Deps['db']): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADERS);
  let before: number | null = null;
  for (;;) {
    const rows: RecordLine[] = await selectRecord(db, { before, limit: BATCH }).execute();
    if (rows.length > 0) yield rows.map(lineOf).join('');
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

type RecordLine = Awaited<ReturnType<ReturnType<typeof selectRecord>['execute']>>[number];

const yesOrNo = (is: boolean | null) => (is === null ? null : is ? 'yes' : 'no');

const lineOf = (row: RecordLine) =>
  csvLine([
    csvTime(row.created_at),
    row.reference,
    row.username,
    row.email,
    row.country,
    row.file_name,
    row.input_sha256,
    row.output_sha256,
    row.codes.join(' '),
    row.emission_codes.join(' '),
    row.declared_use,
    yesOrNo(row.is_first_said),
    yesOrNo(row.is_charged),
  ]);
