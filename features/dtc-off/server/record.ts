import { Readable } from 'node:stream';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { readAccountTexts, type Texts } from '../../../server/texts.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatDayIn, formatTimeIn } from '../../../contract/zone-time.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { selectRecord } from './generations.queries.ts';
import { selectProposalRecord } from './proposals.queries.ts';

const HEADERS = [
  textKey('csv.created'),
  textKey('proof.proof'),
  textKey('common.usernameColumn'),
  textKey('csv.email'),
  textKey('accounts.country'),
  textKey('common.fileName'),
  textKey('proof.originalSha'),
  textKey('proof.generatedSha'),
  textKey('proof.codes'),
  textKey('csv.emissionCodes'),
  textKey('proof.declaredUse'),
  textKey('csv.browserStatement'),
  textKey('csv.charged'),
];

/** Rows in memory at a time. */
const BATCH = 500;

/** Downloads the operator's record of every generated file: for whom, from what, which codes, and the declared use. */
export async function downloadDtcOffRecord({ db, clock, config }: Deps, reader: Actor): Promise<Download> {
  const texts = await readAccountTexts(db, reader.id);
  const zone = config.shopHours.timeZone;
  const fileName = `dtc-off-record-${formatDayIn(zone, clock.now())}.csv`;
  return { stream: Readable.from(renderLines(db, texts, zone)), sizeBytes: null, fileName };
}

type ReadBatch = (place: { before: number | null; limit: number }) => Promise<RecordLine[]>;

/** Yields what customers generated themselves, followed by what was attached to their orders. */
async function* renderLines(db: Deps['db'], texts: Texts, zone: string): AsyncGenerator<string> {
  yield CSV_START + createCsvLine(texts.language)(HEADERS.map((header) => texts.t(header, { zone })));
  yield* renderBatches((place) => selectRecord(db, place).execute(), texts, zone);
  yield* renderBatches(
    async (place) => {
      const rows = await selectProposalRecord(db, place).execute();
      return rows.map((row) => ({ ...row, is_first_said: null, is_charged: null }));
    },
    texts,
    zone,
  );
}

/** Yields rows newest first. Each batch starts where the previous one ended, so new rows do not shift anything. */
async function* renderBatches(readBatch: ReadBatch, texts: Texts, zone: string): AsyncGenerator<string> {
  let before: number | null = null;
  for (;;) {
    const rows: RecordLine[] = await readBatch({ before, limit: BATCH });
    if (rows.length > 0) yield rows.map((row) => renderLine(row, texts, zone)).join('');
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecord>['execute']>>[number];
type RecordLine = Omit<RecordRow, 'is_charged'> & { is_charged: boolean | null };

const yesOrNo = (is: boolean | null, t: Texts['t']) => (is === null ? null : t(is ? 'proof.yes' : 'proof.no'));

const renderLine = (row: RecordLine, { t, language }: Texts, zone: string) =>
  createCsvLine(language)([
    formatTimeIn(zone, new Date(row.created_at)),
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
    yesOrNo(row.is_first_said, t),
    yesOrNo(row.is_charged, t),
  ]);
