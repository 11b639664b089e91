import { withDecimalSign } from './languages.ts';

/** Byte order mark at the start of a file, so that spreadsheets read the characters of every language. */
export const CSV_START = '\uFEFF';

export type CsvCell = string | number | null;

/** Formats one row, including the line end. */
export type CsvLine = (cells: readonly CsvCell[]) => string;

/**
 * Returns the form of CSV (RFC 4180) that spreadsheets of a language open as a table: where decimals have a comma, `;`
 * separates the cells.
 */
export function createCsvLine(language: string): CsvLine {
  const separator = withDecimalSign('.', language) === ',' ? ';' : ',';
  return (cells) => `${cells.map((cell) => spell(cell, language)).join(separator)}\r\n`;
}

/**
 * Matches the position before a text that a spreadsheet would run as a formula: at the start of a cell, and after a
 * character that starts another cell where the list separator is `;` or a tab. There our quotes end up inside a cell
 * and no longer hold it together.
 */
const BEFORE_FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?="*[=+\-@])/g;

function spell(cell: CsvCell, language: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return withDecimalSign(String(cell), language);
  const text = cell.replaceAll(BEFORE_FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
