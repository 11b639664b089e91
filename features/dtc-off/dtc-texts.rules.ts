import { findLanguage, LANGUAGE_CODES } from '../../contract/languages.ts';

/** A description that the operator wrote for a code. */
export interface DtcText {
  code: string;
  /** Spelled as `plainMaker` returns it; empty: every manufacturer. */
  manufacturer: string;
  language: string;
  description: string;
}

export interface LineError {
  line: number;
  error: string;
}

export const TEXT_COLUMNS = ['code', 'manufacturer', 'language', 'text'] as const;

const MAX_TEXT = 200;
const MAX_MAKER = 60;

/** Normalises a manufacturer's name for comparison: Škoda, SKODA and skoda are the same. */
export const plainMaker = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Reads the operator's table. Errors name their line; if there are any, nothing of the table may be stored. */
export function readTextTable(csv: string): { texts: DtcText[]; errors: LineError[] } {
  const [head, ...rows] = readCsv(csv);
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (TEXT_COLUMNS.some((column, index) => names[index] !== column)) {
    const error = `The first line must be ${TEXT_COLUMNS.join(',')}`;
    return { texts: [], errors: [{ line: 1, error }] };
  }
  const texts = new Map<string, DtcText>();
  const errors: LineError[] = [];
  for (const { line, cells } of rows) {
    const text = textOf(cells);
    const key = [text.code, text.manufacturer, text.language].join(' ');
    const error = checkText(text, cells.length) ?? (texts.has(key) ? 'The same code stands in the table twice' : null);
    if (error === null) texts.set(key, text);
    else errors.push({ line, error });
  }
  return { texts: [...texts.values()], errors };
}

const textOf = ([code = '', manufacturer = '', language = '', text = '']: readonly string[]): DtcText => ({
  code: code.trim().toUpperCase(),
  manufacturer: plainMaker(manufacturer),
  language: language.trim().toLowerCase(),
  // An apostrophe precedes text that a spreadsheet would take for a formula, also behind a semicolon (contract/csv.ts).
  description: text.trim().replaceAll(/(?<=^|;)'(?="*[=+\-@])/g, ''),
});

function checkText({ code, manufacturer, language, description }: DtcText, columns: number): string | null {
  if (columns !== TEXT_COLUMNS.length) return `${TEXT_COLUMNS.length} columns are expected, and ${columns} were found`;
  if (!/^(?:[PCBU][0-3][0-9A-F]{3}|[0-9A-F]{2,6})$/.test(code)) return `"${code}" is not a trouble code`;
  if (manufacturer.length > MAX_MAKER) return `A manufacturer has at most ${MAX_MAKER} characters`;
  if (findLanguage(language) === null) return `"${language}" is not one of ${LANGUAGE_CODES.join(', ')}`;
  if (description === '') return 'The text is empty';
  if (description.length > MAX_TEXT) return `A text has at most ${MAX_TEXT} characters`;
  return /[\p{Cc}\u2028\u2029]/u.test(description) ? 'The text must be one line' : null;
}

interface Row {
  /** The line on which the row begins. */
  line: number;
  cells: string[];
}

/** Reads CSV as in RFC 4180, with comma, semicolon or tab as separator, as the first line has it. Skips empty lines. */
function readCsv(csv: string): Row[] {
  const text = csv.replace(/^\uFEFF/, '');
  const separator = /[;\t,]/.exec(text.split(/\r?\n/, 1)[0] ?? '')?.[0] ?? ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    // A quote inside an unquoted cell ends the reading with a row without cells, which is reported as an error.
    if (match === null) return [...rows, { line, cells: [] }];
    const [, quoted, plain = '', end = ''] = match;
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += (quoted?.match(/\n/g)?.length ?? 0) + (end.endsWith('\n') ? 1 : 0);
    if (end === separator && cell.lastIndex < text.length) continue;
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
