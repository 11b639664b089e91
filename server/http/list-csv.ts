import { Readable } from 'node:stream';
import { CSV_START, csvLine, type CsvCell } from '../../portal/csv.ts';
import type { Deps, Download, ListPage } from './call.ts';

export type CsvColumns<Row> = readonly (readonly [header: string, cell: (row: Row) => CsvCell])[];

/** Rows that are in memory at a time. */
const BATCH = 1000;

interface ListCsv<Row> {
  /** What the file is called, before the date. */
  name: string;
  columns: CsvColumns<Row>;
  readPage: (place: { cursor: string | undefined; limit: number }) => Promise<ListPage<Row>>;
}

/** The rows of a list as a table for a spreadsheet, however many there are, a page of it at a time. */
export const listAsCsv = <Row>(
  { clock }: Pick<Deps, 'clock'>,
  { name, columns, readPage }: ListCsv<Row>,
): Download => ({
  stream: Readable.from(linesOf(columns, readPage)),
  sizeBytes: null,
  fileName: `${name}-${clock.now().toISOString().slice(0, 10)}.csv`,
});

async function* linesOf<Row>(columns: CsvColumns<Row>, readPage: ListCsv<Row>['readPage']): AsyncGenerator<string> {
  yield CSV_START + csvLine(columns.map(([header]) => header));
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: ListPage<Row> = await readPage({ cursor, limit: BATCH });
    if (page.rows.length > 0) yield page.rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
    cursor = page.next_cursor;
  }
}
