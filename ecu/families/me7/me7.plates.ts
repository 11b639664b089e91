import type { FoundText } from '../../platforms/bosch/numbers.ts';
import { findHardwareNumber, softwareNumberAt } from '../../platforms/bosch/numbers.ts';
import type { Image } from '../../image.ts';

export type Plate = { hardware: FoundText; software: FoundText; model: FoundText | null; reason: string };

type Spelling = { sizes: readonly number[]; before: RegExp; between: string; behind: RegExp; reason: string };

/**
 * How programs without a variant string write their hardware and software number, all measured on dumps with these
 * names. A spelling is more than the two numbers: what surrounds them is part of it.
 */
const spellings: readonly Spelling[] = [
  {
    sizes: [0x100000],
    before: /ESI\0\0$/,
    between: '\0',
    behind: /^\0(?:ME7\.1\.1|[A-Z\d]{2,4}[\0. ])/,
    reason: "Volkswagen's plate: ESI, hardware number, software number",
  },
  {
    sizes: [0xc0000],
    before: /ME7\.6\.\d +\0[ A-Z.\0]{8,48}$/,
    between: '\0',
    behind: /^\0[XYZ]\d{2}[A-Z]{2,4}\0/,
    reason: "Opel's plate: ME7.6, hardware number, software number, engine",
  },
  {
    sizes: [0xd0000, 0xe0000],
    before: /(?:)$/,
    between: ' \0',
    behind: /^ [^ -~]{3}\d{8} {2}/,
    reason: "Fiat's plate: hardware number, software number, number of the part",
  },
  {
    sizes: [0x10000, 0x80000],
    before: /\xC8$/,
    between: '\0',
    behind: /^\0\d{3}[A-Z][A-Z\d]{2,3}\d{2}\0[^ -~]/,
    reason: "PSA's plate: hardware number, software number, name of the data set",
  },
];

const textBefore = 64;
const textBehind = 16;
const numberLength = 10;
const triesLimit = 32;

/** Returns the only plate of a file; null when there are two that differ. */
export function findPlate(image: Image): Plate | null {
  const fitting = spellings.filter(({ sizes }) => sizes.includes(image.sizeBytes));
  if (fitting.length === 0) return null;
  const plates: Plate[] = [];
  let at = 0;
  for (let tries = 0; tries < triesLimit; tries += 1) {
    const hardware = findHardwareNumber(image, '0261', { at, end: image.sizeBytes });
    if (hardware === null) break;
    const plate = fitting.map((spelling) => plateAt(image, hardware, spelling)).find((one) => one !== null);
    if (plate !== undefined) plates.push(plate);
    at = hardware.at + numberLength;
  }
  const [first] = plates;
  const isOne = plates.every(({ software }) => software.value === first?.software.value);
  return first !== undefined && isOne ? first : null;
}

function plateAt(image: Image, hardware: FoundText, { before, between, behind, reason }: Spelling): Plate | null {
  const softwareAt = hardware.at + numberLength + between.length;
  const software = softwareNumberAt(image, softwareAt);
  if (software === null || image.latin({ at: hardware.at + numberLength, end: softwareAt }) !== between) return null;
  const beforeAt = Math.max(0, hardware.at - textBefore);
  const textAhead = image.latin({ at: beforeAt, end: hardware.at });
  if (!before.test(textAhead)) return null;
  const behindAt = softwareAt + numberLength;
  const textAfter = image.latin({ at: behindAt, end: behindAt + textBehind });
  if (!behind.test(textAfter)) return null;
  return { hardware, software, model: modelIn(textAhead, beforeAt) ?? modelIn(textAfter, behindAt), reason };
}

/** ME7.6.2 is written before the numbers, ME7.1.1 after them. */
function modelIn(text: string, at: number): FoundText | null {
  const match = /ME7(?:\.\d){2}/.exec(text);
  return match === null ? null : { value: match[0], at: at + match.index };
}
