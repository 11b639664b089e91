import type { A2lBlock } from './a2l-tokens.ts';
import { findBlocks, wordsAfter } from './a2l-tokens.ts';
import type { CellType } from './definition.ts';
import { asStored, linearFormula, parseFormula } from './formula.ts';
import type { Formula } from './formula.ts';
import { parseDecimal, parseInteger } from './numbers.ts';

/** One part of a record: a number of axis points, the points, the values, or bytes that say something else. */
export type RecordPart = { position: number } & (
  | { kind: 'count'; letter: 'x' | 'y'; type: StoredType }
  | { kind: 'axis'; letter: 'x' | 'y'; type: StoredType; isFalling: boolean }
  | { kind: 'values'; type: StoredType; isByColumn: boolean }
  | { kind: 'other'; bytes: number }
);

export type StoredType = Pick<CellType, 'bytes' | 'kind'>;
/** `fixed`: numbers of axis points that the record does not store. null: a part is not known, so nothing can be placed. */
export type RecordLayout = { parts: RecordPart[]; fixed: { x?: number; y?: number } } | null;
export type Conversion = { formula: Formula | null; unit: string };

const TYPES: Record<string, StoredType> = {
  UBYTE: { bytes: 1, kind: 'unsigned' },
  SBYTE: { bytes: 1, kind: 'signed' },
  UWORD: { bytes: 2, kind: 'unsigned' },
  SWORD: { bytes: 2, kind: 'signed' },
  ULONG: { bytes: 4, kind: 'unsigned' },
  SLONG: { bytes: 4, kind: 'signed' },
  A_UINT64: { bytes: 8, kind: 'unsigned' },
  A_INT64: { bytes: 8, kind: 'signed' },
  FLOAT32_IEEE: { bytes: 4, kind: 'float' },
  FLOAT64_IEEE: { bytes: 8, kind: 'float' },
};

const RESERVED: Record<string, number> = { BYTE: 1, WORD: 2, LONG: 4 };
/** Parts that hold one number which maps are read without. */
const SINGLE_NUMBER = /^(?:SRC_ADDR|RIP_ADDR|SHIFT_OP|OFFSET|DIST_OP|NO_RESCALE)_[XYW]$|^IDENTIFICATION$/;

export const readLayouts = (file: A2lBlock): Map<string, RecordLayout> =>
  new Map(findBlocks(file, 'RECORD_LAYOUT').map(({ words }) => [words[0] ?? '', readLayout(words.slice(1))]));

function readLayout(words: readonly string[]): RecordLayout {
  const parts: RecordPart[] = [];
  const fixed: { x?: number; y?: number } = {};
  for (let at = 0; at < words.length;) {
    const word = words[at] as string;
    const [, fixedLetter] = /^FIX_NO_AXIS_PTS_([XY])$/.exec(word) ?? [];
    if (fixedLetter !== undefined) {
      fixed[fixedLetter === 'X' ? 'x' : 'y'] = parseInteger(words[at + 1]) ?? 0;
      at += 2;
    } else if (word.startsWith('ALIGNMENT_') || word === 'STATIC_RECORD_LAYOUT') {
      at += word.startsWith('ALIGNMENT_') ? 2 : 1;
    } else {
      const read = readPart(words.slice(at, at + 5));
      if (read === null) return null;
      parts.push(read.part);
      at += read.words;
    }
  }
  return { parts: parts.sort((one, other) => one.position - other.position), fixed };
}

/** A part, and how many words say what it is. */
type ReadPart = { part: RecordPart; words: number };

function readPart([word = '', place, typeName = '', order = '', mode = '']: readonly string[]): ReadPart | null {
  const position = parseInteger(place);
  const type = TYPES[typeName];
  if (position === null) return null;
  if (word === 'RESERVED') {
    const bytes = RESERVED[typeName] ?? type?.bytes;
    return bytes === undefined ? null : { part: { kind: 'other', position, bytes }, words: 3 };
  }
  if (type === undefined) return null;
  if (SINGLE_NUMBER.test(word)) return { part: { kind: 'other', position, bytes: type.bytes }, words: 3 };
  const [, name, axis] = /^(NO_AXIS_PTS|AXIS_PTS)_([XY])$/.exec(word) ?? [];
  const letter = axis === 'Y' ? 'y' : 'x';
  if (name === 'NO_AXIS_PTS') return { part: { kind: 'count', position, letter, type }, words: 3 };
  if (mode !== 'DIRECT') return null;
  if (name === 'AXIS_PTS') {
    return { part: { kind: 'axis', position, letter, type, isFalling: order === 'INDEX_DECR' }, words: 5 };
  }
  if (word !== 'FNC_VALUES' || (order !== 'COLUMN_DIR' && order !== 'ROW_DIR')) return null;
  return { part: { kind: 'values', position, type, isByColumn: order === 'COLUMN_DIR' }, words: 5 };
}

export const readConversions = (file: A2lBlock): Map<string, Conversion> =>
  new Map(
    findBlocks(file, 'COMPU_METHOD').map((block) => {
      const [name = '', , kind = '', , unit = ''] = block.words;
      return [name, { formula: readConversion(kind, block), unit }];
    }),
  );

/** Texts for numbers (`TAB_VERB`) and tables of conversion are not computed: the stored number is compared. */
function readConversion(kind: string, { words, blocks }: A2lBlock): Formula | null {
  if (kind === 'IDENTICAL') return asStored;
  if (kind === 'LINEAR') {
    const [factor, offset] = (wordsAfter(words, 'COEFFS_LINEAR', 2) ?? []).map(parseDecimal);
    return factor == null || offset == null ? null : linearFormula(factor, offset);
  }
  if (kind === 'RAT_FUNC') {
    const numbers = (wordsAfter(words, 'COEFFS', 6) ?? []).map(parseDecimal);
    return numbers.length === 6 && numbers.every((one) => one !== null) ? invert(numbers) : null;
  }
  if (kind !== 'FORM') return null;
  const text = blocks.find(({ name }) => name === 'FORMULA')?.words[0] ?? '';
  return parseFormula(text, 'x1') ?? parseFormula(text, 'x');
}

/** ASAP2 states how the stored number follows from the value: stored = (a·v² + b·v + c) / (d·v² + e·v + f). */
function invert([a, b, c, d, e, f]: readonly (number | null)[]): Formula | null {
  if (a !== 0 || d !== 0 || b == null || c == null || e == null || f == null) return null;
  return {
    text: `(${c} - ${f}*x) / (${e}*x - ${b})`,
    compute: (raw) => {
      const value = (c - f * raw) / (e * raw - b);
      return Number.isFinite(value) ? value : null;
    },
  };
}
