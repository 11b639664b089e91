import { searchLimit } from '../image.ts';
import type { Window } from '../image.ts';
import { codeOfVagNumber } from './spelling.ts';

/** SAE: the word spells the code in its digits. VAG: Volkswagen's five digits, 16785 for P0401. */
export type WordSpelling = 'SAE' | 'VAG';

/** A range of a file in which nearly all words, read this way, are codes or empty. */
export type Stretch = Window & { little: boolean; spelling: WordSpelling };

/** Chosen so that codes (bit 1) and illegal words (bit 0) of a window are counted without branches. */
export const isEmpty = 0;
export const isIllegal = 1;
export const isCode = 2;

const windowWords = 48;
/** At least 90 % of a window are codes or empty, and at least 35 % are codes. */
const maxIllegal = Math.floor(windowWords * 0.1);
const minCodes = Math.ceil(windowWords * 0.35);
/** Enough for the largest table known (1 760 entries of four words). Anything longer is something else. */
const maxStretchWords = 16_384;
const maxStretches = 64;

/** The kind of each of the 65 536 words. */
export const kindOfWord: Record<WordSpelling, Uint8Array> = { SAE: buildKinds('SAE'), VAG: buildKinds('VAG') };

/** Both spellings accept only decimal digits, though SAE allows others: tables have few of those, other data many. */
function buildKinds(spelling: WordSpelling): Uint8Array {
  const wordKinds = new Uint8Array(0x10000).fill(isIllegal);
  wordKinds[0] = isEmpty;
  for (let word = 1; word < 0x10000; word += 1) {
    const isDecimal = (word & 0xf) <= 9 && (word & 0xf0) <= 0x90 && (word & 0xf00) <= 0x900;
    if (spelling === 'SAE' ? isDecimal : codeOfVagNumber(word) !== null) wordKinds[word] = isCode;
  }
  return wordKinds;
}

export function wordAt(bytes: Uint8Array, at: number, little: boolean): number {
  const [first, second] = [bytes[at] as number, bytes[at + 1] as number];
  return little ? (second << 8) | first : (first << 8) | second;
}

/**
 * What a word adds to the four counts of a window, one byte each: codes and illegal words in SAE spelling, then in VAG
 * spelling. A window has 48 words, so no count overflows, and one addition updates all four.
 */
const countsOfWord = Uint32Array.from({ length: 0x10000 }, (_, word) => {
  const [sae, vag] = [kindOfWord.SAE[word] as number, kindOfWord.VAG[word] as number];
  return (sae >>> 1) | ((sae & 1) << 8) | ((vag >>> 1) << 16) | ((vag & 1) << 24);
});

/** Bit 0: illegal in SAE spelling; bit 1: illegal in VAG spelling. */
const illegalOfWord = Uint8Array.from({ length: 0x10000 }, (_, word) => {
  return ((kindOfWord.SAE[word] as number) & 1) | (((kindOfWord.VAG[word] as number) & 1) << 1);
});

/** Lists every stretch whose windows of 48 words are all dense enough. Odd offsets would mix byte order and phase. */
export function listStretches(bytes: Uint8Array, little: boolean): Stretch[] {
  const found = { sae: new StretchKeeper(little, 'SAE'), vag: new StretchKeeper(little, 'VAG') };
  for (const zone of findLikelyZones(bytes, little)) addDense(bytes, little, zone, found);
  return [...found.sae.finish(), ...found.vag.finish()];
}

/** Word indexes: windows whose last word is one from `from` up to, but not including, `end` may be dense. */
type Zone = { from: number; end: number };

const sampleStep = 4;
const windowSamples = windowWords / sampleStep;

/**
 * Finds where a dense window may end: it has few illegal words, so there are no more of them among every fourth of its
 * words. Only one word in four has to be read, which is enough to rule out most of a program.
 */
function findLikelyZones(bytes: Uint8Array, little: boolean): Zone[] {
  const words = Math.min(bytes.length, searchLimit) >>> 1;
  const high = little ? 1 : 0;
  const low = 1 - high;
  const zones: Zone[] = [];
  const inWindow = new Uint8Array(windowSamples);
  let [sae, vag, slot] = [0, 0, 0];
  for (let from = 0; from < words; from += sampleStep) {
    const at = from * 2;
    const illegal = illegalOfWord[((bytes[at + high] as number) << 8) | (bytes[at + low] as number)] as number;
    const old = inWindow[slot] as number;
    sae += (illegal & 1) - (old & 1);
    vag += (illegal >>> 1) - (old >>> 1);
    inWindow[slot] = illegal;
    slot = slot === windowSamples - 1 ? 0 : slot + 1;
    if (sae > maxIllegal && vag > maxIllegal) continue;
    const end = Math.min(from + sampleStep, words);
    const last = zones.at(-1);
    if (last?.end === from) last.end = end;
    else zones.push({ from, end });
  }
  return zones;
}

function addDense(
  bytes: Uint8Array,
  little: boolean,
  zone: Zone,
  found: { sae: StretchKeeper; vag: StretchKeeper },
): void {
  // The position of the high byte depends on the byte order; a branch in the loop would cost more than these two.
  const high = little ? 1 : 0;
  const low = 1 - high;
  const inWindow = new Uint32Array(windowWords);
  const first = Math.max(0, zone.from - windowWords + 1);
  let counts = 0;
  let slot = 0;
  for (let index = first; index < zone.end; index += 1) {
    const at = index * 2;
    const added = countsOfWord[((bytes[at + high] as number) << 8) | (bytes[at + low] as number)] as number;
    counts = (counts + added - (inWindow[slot] as number)) | 0;
    inWindow[slot] = added;
    slot = slot === windowWords - 1 ? 0 : slot + 1;
    if (index - first < windowWords - 1) continue;
    if ((counts & 0xff) >= minCodes && ((counts >>> 8) & 0xff) <= maxIllegal) found.sae.extend(index);
    if (((counts >>> 16) & 0xff) >= minCodes && counts >>> 24 <= maxIllegal) found.vag.extend(index);
  }
}

/** Joins dense windows that touch. */
class StretchKeeper {
  readonly #found: Stretch[] = [];
  readonly #little: boolean;
  readonly #spelling: WordSpelling;
  #first = -1;
  #end = 0;

  constructor(little: boolean, spelling: WordSpelling) {
    this.#little = little;
    this.#spelling = spelling;
  }

  /** Adds the dense window that ends with this word. */
  extend(lastWord: number): void {
    const start = lastWord - windowWords + 1;
    if (start > this.#end) this.#keep();
    if (this.#first === -1) this.#first = start;
    this.#end = lastWord + 1;
  }

  finish(): Stretch[] {
    this.#keep();
    return this.#found;
  }

  #keep(): void {
    const words = this.#end - this.#first;
    if (this.#first !== -1 && words <= maxStretchWords && this.#found.length < maxStretches) {
      const window = { at: this.#first * 2, end: this.#end * 2 };
      this.#found.push({ ...window, little: this.#little, spelling: this.#spelling });
    }
    this.#first = -1;
  }
}
