import { wordOfCode } from './spelling.ts';

/**
 * Returns the words of ranges as they are written in a table: 'P0400-P0409 P040A-P040F P2141'. A range between two
 * codes of decimal digits includes only decimal ones: P0139-P0140 is two codes. The ones with letters came later and
 * mean other things. Throws for a malformed range, which is a mistake in one of our tables.
 */
export function readRanges(written: string): ReadonlySet<number> {
  const words = new Set<number>();
  for (const range of written.trim().split(/\s+/)) {
    const [first, last = first] = range.split('-').map(wordOfCode);
    if (typeof first !== 'number' || typeof last !== 'number' || last < first) throw new Error(`No range: ${range}`);
    const isOnlyDecimal = isDecimal(first) && isDecimal(last);
    for (let word = first; word <= last; word += 1) if (!isOnlyDecimal || isDecimal(word)) words.add(word);
  }
  return words;
}

function isDecimal(word: number): boolean {
  return (word & 0xf) <= 9 && (word & 0xf0) <= 0x90 && (word & 0xf00) <= 0x900;
}
