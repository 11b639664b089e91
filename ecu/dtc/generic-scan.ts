import type { DtcListing } from '../family.ts';
import type { Image } from '../image.ts';
import { isCode, kindOfWord, listStretches, wordAt } from './code-stretches.ts';
import type { Stretch, WordSpelling } from './code-stretches.ts';
import { codeOfVagNumber, codeOfWord } from './spelling.ts';
import { scoreStretch } from './stretch-score.ts';
import { widelyUsedCodes } from './widely-used-codes.ts';
import { sentence } from '../sentence.ts';

export type CodeInFile = { code: string; number: number; entriesAt: number[] };

export type ScanResult =
  | {
      outcome: 'found';
      tableAt: number;
      byteOrder: 'little' | 'big';
      spelling: WordSpelling;
      /** In the order of the file, each code once, with all its offsets in the table. */
      codes: CodeInFile[];
      score: number;
    }
  | { outcome: 'not found'; score: number };

/** Nothing but a code table reaches 40: measured on dumps and on programs, libraries and pictures. */
const thresholdAlone = 40;
/** A file whose family is known holds codes somewhere, so less proof is enough. */
const thresholdWithFamily = 20;

/**
 * Looks for a table of trouble codes without knowing whose it is. Only proves "these codes are in the file":
 * where their states are stored is not examined. The strongest stretch wins.
 */
export function scanForCodes(image: Image, hasFamily: boolean): ScanResult {
  const best = image.memo(findStrongest);
  if (best.outcome === 'found' && best.score >= (hasFamily ? thresholdWithFamily : thresholdAlone)) return best;
  return { outcome: 'not found', score: best.score };
}

/** Lists codes whose table no family knows; none of them can be switched off. */
export function listGenericCodes(image: Image, hasFamily: boolean): DtcListing {
  const scan = scanForCodes(image, hasFamily);
  if (scan.outcome === 'not found') {
    return { outcome: 'not found', reason: sentence('nothing_like_a_table') };
  }
  const common = scan.codes.filter(({ code }) => widelyUsedCodes.has(code)).length;
  return {
    outcome: 'found',
    tableAt: scan.tableAt,
    rows: scan.codes.map(({ code, number, entriesAt }) => ({
      code,
      number,
      ...(scan.spelling === 'VAG' ? { makerNumber: String(number) } : {}),
      state: 'unknown',
      paths: entriesAt.map((at) => (at - scan.tableAt) / 2),
      sharedWith: [],
      entriesAt,
    })),
    confirmedBy: [
      `Nine of ten words in a row are trouble codes or empty, ${scan.codes.length} different ones in all.`,
      `${common} of them are codes that nearly every control unit has.`,
    ],
    notSwitchable: sentence('states_not_known'),
  };
}

function findStrongest(image: Image): ScanResult {
  let best: { stretch: Stretch; score: number } | null = null;
  for (const little of [true, false]) {
    for (const stretch of listStretches(image.bytes, little)) {
      const score = scoreStretch(image.bytes, stretch);
      if (score > (best?.score ?? 0)) best = { stretch, score };
    }
  }
  if (best === null) return { outcome: 'not found', score: 0 };
  const { stretch, score } = best;
  const codes = listCodes(image.bytes, stretch);
  const tableAt = codes[0]?.entriesAt[0] ?? stretch.at;
  const byteOrder = stretch.little ? 'little' : 'big';
  return { outcome: 'found', tableAt, byteOrder, spelling: stretch.spelling, codes, score };
}

function listCodes(bytes: Uint8Array, { at, end, little, spelling }: Stretch): CodeInFile[] {
  const rows = new Map<number, CodeInFile>();
  for (let next = at; next < end; next += 2) {
    const number = wordAt(bytes, next, little);
    if (kindOfWord[spelling][number] !== isCode) continue;
    const code = spelling === 'SAE' ? codeOfWord(number) : codeOfVagNumber(number);
    const row = rows.get(number);
    if (row) row.entriesAt.push(next);
    else if (code !== null) rows.set(number, { code, number, entriesAt: [next] });
  }
  return [...rows.values()];
}
