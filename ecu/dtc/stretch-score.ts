import { isCode, isIllegal, kindOfWord, wordAt } from './code-stretches.ts';
import type { Stretch, WordSpelling } from './code-stretches.ts';
import { codeOfVagNumber, codeOfWord, wordOfCode } from './spelling.ts';
import { widelyUsedCodes } from './widely-used-codes.ts';

/** Statistics of the words of a stretch, with codes compared as SAE words, bits 15 to 0, whatever their spelling. */
type StretchMeasures = {
  words: number;
  codes: number;
  illegal: number;
  distinct: number;
  common: number;
  /** How many different hundreds (P01, P02, P20) and different last two digits there are. */
  hundreds: number;
  lastDigits: number;
  /** How often the step from one code to the next is the same as the step before it. */
  evenSteps: number;
  /** Of the codes that differ from the one before, the share that is larger than it. */
  risingShare: number;
  powertrain: number;
};

const saeWordTables: Record<WordSpelling, Uint16Array> = { SAE: saeWords('SAE'), VAG: saeWords('VAG') };

function saeWords(spelling: WordSpelling): Uint16Array {
  const saeWordTable = new Uint16Array(0x10000);
  for (let word = 1; word < 0x10000; word += 1) {
    const code = spelling === 'SAE' ? codeOfWord(word) : codeOfVagNumber(word);
    saeWordTable[word] = (code === null ? null : wordOfCode(code)) ?? 0;
  }
  return saeWordTable;
}

const isWidelyUsed = new Uint8Array(0x10000);
for (const code of widelyUsedCodes) isWidelyUsed[wordOfCode(code) ?? 0] = 1;

/** Scores a stretch: the number of widely used codes in it, reduced for everything untypical of a code table. */
export function scoreStretch(bytes: Uint8Array, stretch: Stretch): number {
  const looks = measureStretch(bytes, stretch);
  if (looks.common === 0) return 0;
  const chanceDigits = 100 * (1 - Math.exp(-looks.distinct / 100));
  const penalties = [
    // About half of what a control unit can set is in the list of widely used codes.
    rise(looks.common / looks.distinct, 0, 0.45),
    // Numbers that count up or lie on a grid have few different last digits for their many hundreds.
    rise(looks.lastDigits / chanceDigits, 0.3, 0.6),
    rise(looks.lastDigits / looks.hundreds, 0.8, 1.5),
    rise(looks.hundreds, 0, 6),
    1 - rise(looks.evenSteps / looks.codes, 0.2, 0.6),
    // General Motors sorts its codes and spells them as SAE does. Sorted numbers around 17000 are some program's own.
    stretch.spelling === 'VAG' ? 1 - rise(looks.risingShare, 0.7, 0.95) : 1,
    1 - rise(looks.illegal / looks.words, 0.08, 0.16),
    1 - rise(looks.codes / looks.distinct, 8, 24),
    rise(looks.powertrain / looks.distinct, 0.6, 0.9),
  ];
  return Math.round(penalties.reduce((score, penalty) => score * penalty, looks.common));
}

/** 0 up to `from`, 1 from `to` on, and linear in between. */
function rise(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function measureStretch(bytes: Uint8Array, { at, end, little, spelling }: Stretch): StretchMeasures {
  const kinds = kindOfWord[spelling];
  const seen = new Uint8Array(0x10000);
  const distinct: number[] = [];
  let [codes, illegal, evenSteps, rising, falling, before, stepBefore] = [0, 0, 0, 0, 0, 0, 0];
  for (let next = at; next < end; next += 2) {
    const word = wordAt(bytes, next, little);
    if (kinds[word] === isIllegal) illegal += 1;
    if (kinds[word] !== isCode) continue;
    const sae = saeWordTables[spelling][word] as number;
    const step = word - before;
    if (codes > 1 && step === stepBefore && step !== 0) evenSteps += 1;
    if (step > 0) rising += 1;
    if (step < 0) falling += 1;
    [before, stepBefore] = [word, step];
    codes += 1;
    if (seen[sae] === 1) continue;
    seen[sae] = 1;
    distinct.push(sae);
  }
  return {
    words: (end - at) / 2,
    codes,
    illegal,
    distinct: distinct.length,
    common: distinct.filter((word) => isWidelyUsed[word] === 1).length,
    hundreds: new Set(distinct.map((word) => word >>> 8)).size,
    lastDigits: new Set(distinct.map((word) => word & 0xff)).size,
    evenSteps,
    risingShare: rising / Math.max(1, rising + falling),
    powertrain: distinct.filter((word) => word < 0x4000 || word >>> 12 === 0xc || word >>> 12 === 0xd).length,
  };
}
