import { findLanguage, LANGUAGE_CODES } from '../languages.list.ts';

/** A description of the operator's own. */
export interface DtcText {
  code: string;
  /** As `plainMaker` spells it; empty: every maker. */
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

/** A maker's name as it is compared: Škoda, SKODA and skoda are one. */
export const plainMaker = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Reads the operator's table. What is wrong is named by its line, and then nothing of it may be stored. */
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
  // What a spreadsheet would take for a formula is written with an apostrophe in front.
  description: text.trim().replace(/^'(?=[=+\-@])/, ''),
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
  /** Where it begins. */
  line: number;
  cells: string[];
}

/** RFC 4180, with comma, semicolon or tab between the cells, whichever the first line has. Empty lines are left out. */
function readCsv(csv: string): Row[] {
  const text = csv.replace(/^\uFEFF/, '');
  const separator = /[;\t,]/.exec(text.split(/\r?\n/, 1)[0] ?? '')?.[0] ?? ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    // A quote inside a cell without quotes: the rest of the line is taken as it stands.
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
