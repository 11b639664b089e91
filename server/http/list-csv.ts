import { Readable } from 'node:stream';
import { CSV_START, createCsvLine, type CsvCell, type CsvLine } from '../../contract/csv.ts';
import type { TextInEach } from '../../contract/languages.ts';
import type { Label } from '../../contract/texts.ts';
import { formatDayIn } from '../../contract/zone-time.ts';
import { readAccountTexts } from '../texts.ts';
import type { Actor, Deps, Download, ListPage } from './call.ts';

export type CsvColumns<Row> = readonly (readonly [
  header: Label | TextInEach,
  cell: (row: Row, zone: string) => CsvCell,
])[];

/** Number of rows in memory at a time. */
const BATCH = 1000;

interface ListCsv<Row> {
  /** Name of the file, before the date. */
  name: string;
  columns: CsvColumns<Row>;
  /** The account whose language the table is in. */
  reader: Pick<Actor, 'id'>;
  readPage: (place: { cursor: string | undefined; limit: number }) => Promise<ListPage<Row>>;
}

/** Returns the rows of a list as a spreadsheet table, however many there are, reading a page at a time. */
export async function listAsCsv<Row>(
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
  { name, columns, reader, readPage }: ListCsv<Row>,
): Promise<Download> {
  const { t, language } = await readAccountTexts(db, reader.id);
  const line = createCsvLine(language);
  const zone = config.shopHours.timeZone;
  const headers = line(columns.map(([header]) => t(header, { zone })));
  return {
    stream: Readable.from(renderLines({ headers, columns, line, zone }, readPage)),
    sizeBytes: null,
    fileName: `${name}-${formatDayIn(zone, clock.now())}.csv`,
  };
}

async function* renderLines<Row>(
  { headers, columns, line, zone }: { headers: string; columns: CsvColumns<Row>; line: CsvLine; zone: string },
  readPage: ListCsv<Row>['readPage'],
): AsyncGenerator<string> {
  yield CSV_START + headers;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: ListPage<Row> = await readPage({ cursor, limit: BATCH });
    if (page.rows.length > 0) yield page.rows.map((row) => line(columns.map(([, cell]) => cell(row, zone)))).join('');
    cursor = page.next_cursor;
  }
}
