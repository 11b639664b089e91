/** Begins a file, so that a spreadsheet reads the letters of every language. */
export const CSV_START = '\uFEFF';

export type CsvCell = string | number | null;

/** One line of a table as a spreadsheet opens it (RFC 4180), with its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(spell).join(',')}\r\n`;

/** A moment as spreadsheets understand it, in UTC. */
export const csvTime = (time: string): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Before what a spreadsheet would take for a formula, and run: at the beginning of a cell, and behind what begins another
 * one where the list separator is `;` or a tab. There our quotes stand inside a cell, and hold nothing together.
 */
const BEFORE_FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?="*[=+\-@])/g;

function spell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(BEFORE_FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
