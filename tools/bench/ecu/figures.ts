/** One row of the table, and of the JSON that the portal reads. */
export interface Figures {
  family: string;
  files: number;
  recognised: number;
  elsewhere: number;
  numbersRight: number;
  numbersWrong: number;
  /** Numbers where only the file's name has a different one. */
  numbersDisputed: number;
  numbersEmpty: number;
  tables: number;
  switchable: number;
  checksumsOk: number;
  checksumsWrong: number;
  checksumsUnknown: number;
  /** What percentage of a file its known sums cover, in the files that have any: the least and the median; null: none has. */
  percentCovered: { least: number; median: number } | null;
  roundTrips: number;
  roundTripsRefused: number;
  wrongWrites: number;
  /** Number of codes in the tables and of those from SAE J2012, and how many of each have a description. */
  rows: number;
  described: number;
  genericRows: number;
  genericDescribed: number;
  medianMs: number;
  worstMs: number;
}

/** Formats the table as Markdown; it is also part of the library's README. */
export function tableOf(rows: readonly Figures[]): string {
  const head =
    '| Family | files | recognised | as another | numbers right / wrong / named otherwise / left empty | tables | switchable | checksums ok / wrong / unknown | round trips / refused / wrong | ms median / worst |';
  const lines = rows.map(
    (f) =>
      `| ${f.family} | ${f.files} | ${f.recognised} | ${f.elsewhere} | ${f.numbersRight} / ${f.numbersWrong} / ${f.numbersDisputed} / ${f.numbersEmpty} | ${f.tables} | ${f.switchable} | ${f.checksumsOk} / ${f.checksumsWrong} / ${f.checksumsUnknown} | ${f.roundTrips} / ${f.roundTripsRefused} / ${f.wrongWrites} | ${f.medianMs} / ${f.worstMs} |`,
  );
  return [head, head.replace(/[^|]+/g, ' --- '), ...lines].join('\n');
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;

/** Formats how many of the listed codes have a description, by family. */
export function textTableOf(rows: readonly Figures[]): string {
  const head = '| Family | rows | described | of SAE J2012 | described |';
  const lines = rows
    .filter(({ rows: count }) => count > 0)
    .map(
      (f) =>
        `| ${f.family} | ${f.rows} | ${percent(f.described, f.rows)} | ${f.genericRows} | ${f.genericRows === 0 ? '' : percent(f.genericDescribed, f.genericRows)} |`,
    );
  return [head, head.replace(/[^|]+/g, ' --- '), ...lines].join('\n');
}
