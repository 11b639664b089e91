/** Byte order mark at the start of a file, so that spreadsheets read the characters of every language. */
export const CSV_START = '\uFEFF';

export type CsvCell = string | number | null;

/** Formats one row as CSV (RFC 4180), including the line end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(spell).join(',')}\r\n`;

/** Formats a time the way spreadsheets parse it, in UTC. */
export const csvTime = (time: string): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Matches the position before a text that a spreadsheet would run as a formula: at the start of a cell, and after a
 * character that starts another cell where the list separator is `;` or a tab. There our quotes end up inside a cell
 * and no longer hold it together.
 */
const BEFORE_FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?="*[=+\-@])/g;

function spell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(BEFORE_FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
