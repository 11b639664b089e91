import type { Image } from '../image.ts';

/** A stretch of program code of one kind of processor. */
export type CodeName = keyof typeof codePatterns;

/** How often the instructions of each processor occur, per 1024 bytes. */
export type CodeRates = { [name in CodeName]: number };

/**
 * Instructions that compilers emit all the time, from the public instruction sets. A dot stands for any digit. `step`:
 * the alignment of instructions. An instruction counts for its processor however common its bytes are elsewhere: what a
 * rate means is decided where the rates are weighed, against those measured in other files.
 */
const codePatterns = {
  // mov, movb and cmp with a general register in segment 0xF0: the most frequent instructions in C166 code.
  c166: { step: 2, patterns: ['E6 F.', 'F2 F.', 'F6 F.', 'F3 F.', 'F7 F.', 'C2 F.'] },
  c166Return: { step: 2, patterns: ['DB 00', 'CB 00'] },
  // mov dptr, then a read, a write or a constant that uses it.
  mcs51: { step: 1, patterns: ['90 .. .. E0', '90 .. .. F0', '90 .. .. E4', '90 .. .. 93', '90 .. .. 74'] },
  mcs51Call: {
    step: 1,
    patterns: ['12 .. .. 90', '12 .. .. E5', '12 .. .. 75', '12 .. .. F5', '12 .. .. 12', '12 .. .. 22', '12 .. .. 30'],
  },
  // jsr followed by another jsr, a load or a store.
  m68hc11: {
    step: 1,
    patterns: [
      'BD .. .. BD',
      'BD .. .. 96',
      'BD .. .. D6',
      'BD .. .. 39',
      'BD .. .. 7E',
      'BD .. .. DC',
      'BD .. .. 97',
      'BD .. .. CC',
      'BD .. .. CE',
      'BD .. .. C6',
      'BD .. .. 86',
      'BD .. .. DD',
    ],
  },
  m68k: { step: 2, patterns: ['4E 75', '4E 56', '4E 5E', '48 E7', '4C DF', '4C EE', '4E B9 00', '4E BA'] },
  powerPc: { step: 4, patterns: ['4E 80 00 20', '7C 08 02 A6', '94 21 FF'] },
  superH: { step: 2, patterns: ['00 0B 00 09', '4F 22', '4F 26', '2F E6', '6E F6'] },
  // movh.a with the upper half of a flash, memory or register address.
  triCore: { step: 2, patterns: ['91 .0 00 .D', '91 .0 00 .8', '91 .0 0. .A', '91 .0 00 .F'] },
  x86: {
    step: 1,
    patterns: ['48 8B', '48 89', '48 8D', '48 83', '48 85', '4C 89', '4C 8B', '4C 8D', '49 89', '49 8B'],
  },
  x86Call: { step: 1, patterns: ['E8 .. .. FF FF', 'E8 .. .. 00 00', '0F 84 .. .. 00 00', '0F 85 .. .. 00 00'] },
  x86Filling: {
    step: 1,
    patterns: ['0F 1F 00', '0F 1F 40 00', '0F 1F 44 00', '0F 1F 80 00', '0F 1F 84 00', 'CC CC CC'],
  },
  arm64: { step: 4, patterns: ['C0 03 5F D6', 'FD 7B .. A9'] },
  arm: {
    step: 4,
    patterns: ['1E FF 2F E1', 'F0 .. 2D E9', '10 40 2D E9', '70 40 2D E9', '00 00 A0 E1', '00 00 A0 E3'],
  },
  thumb: {
    step: 2,
    patterns: ['70 47', '10 B5', '70 B5', 'F0 B5', '30 B5', 'F8 B5', '10 BD', '70 BD', 'F0 BD', '2D E9'],
  },
  mips: { step: 4, patterns: ['27 BD FF', '03 E0 00 08', '08 00 E0 03', 'E0 FF BD 27', 'E8 FF BD 27', 'D8 FF BD 27'] },
  riscV: { step: 2, patterns: ['82 80', '41 11', '01 11', '79 71', '39 71', '06 EC', '06 E4', '22 E8'] },
  avr: { step: 2, patterns: ['08 95', '0E 94', '0C 94', 'DF 93', 'CF 93', 'DF 91', 'CF 91'] },
  symbol: { step: 1, patterns: ['5F 5A 4E', '5F 5A 53', '5F 5F 6.', '5F 5F 7.', '5F 52 4E'] },
} as const;

export const codeNames = Object.keys(codePatterns) as CodeName[];

type Pattern = { name: number; step: number; bytes: number[]; masks: number[] };

/** The patterns by their first byte, so that most bytes of a file cost a single lookup. */
const patternsByFirstByte = groupByFirstByte();

function groupByFirstByte(): (Pattern[] | null)[] {
  const groups: (Pattern[] | null)[] = Array.from({ length: 0x100 }, () => null);
  for (const [name, codeName] of codeNames.entries()) {
    const { step, patterns } = codePatterns[codeName];
    for (const pattern of patterns) {
      const digits = pattern.split(' ');
      const bytes = digits.map((pair) => Number.parseInt(pair.replaceAll('.', '0'), 16));
      const masks = digits.map((pair) => Number.parseInt(pair.replaceAll(/[^.]/g, 'F').replaceAll('.', '0'), 16));
      const first = bytes[0] as number;
      groups[first] = [...(groups[first] ?? []), { name, step, bytes, masks }];
    }
  }
  return groups;
}

/** Adds the instructions that start inside the page to `counts`, which has one element for each of `codeNames`. */
export function countCode(image: Image, page: { at: number; end: number }, counts: Uint32Array): void {
  const { bytes } = image;
  for (let at = page.at; at < page.end; at += 1) {
    const patterns = patternsByFirstByte[bytes[at] as number];
    if (patterns === null || patterns === undefined) continue;
    for (let index = 0; index < patterns.length; index += 1) {
      const pattern = patterns[index] as Pattern;
      if (at % pattern.step === 0 && matches(bytes, at, pattern))
        counts[pattern.name] = (counts[pattern.name] ?? 0) + 1;
    }
  }
}

function matches(bytes: Uint8Array, at: number, pattern: Pattern): boolean {
  for (let index = 1; index < pattern.bytes.length; index += 1) {
    if (((bytes[at + index] ?? 0) & (pattern.masks[index] as number)) !== pattern.bytes[index]) return false;
  }
  return true;
}
