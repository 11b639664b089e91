import { farTargetAt } from './me7.c167-code.ts';
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import {
  findHardwareNumber,
  findPartNumber,
  hardwareNumberAt,
  softwareNumberAt,
} from '../../platforms/bosch/numbers.ts';
import type { Fact, Facts } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './me7.layout.ts';
import { hasBoundsTable, programOf } from './me7.program.ts';

/** Returns the texts that the program itself sends when a tester requests its identification. */
export function textsOf(image: Image): Facts {
  return image.memo(readTexts);
}

function readTexts(image: Image): Facts {
  if (!hasBoundsTable(image)) return {};
  const tableAt = textTableAt(image);
  return tableAt === null ? findTexts(image) : textsIn(image, tableAt);
}

/** The same instructions read several tables; the one with the texts has a Bosch number in the expected row. */
function textTableAt(image: Image): number | null {
  const sites = programOf(image)?.sites.textTable ?? [];
  const tables = sites.map((at) => farTargetAt(image, at + 2, at + 6)).filter((at) => at !== null);
  return tables.find((at) => numbersIn(image, at) !== null) ?? null;
}

type Numbers = { hardware: FoundText; software: FoundText };

function numbersIn(image: Image, tableAt: number): Numbers | null {
  const hardwareAt = textAt(image, tableAt, layout.textTable.hardwareRow);
  const softwareAt = textAt(image, tableAt, layout.textTable.softwareRow);
  if (hardwareAt === null || softwareAt === null) return null;
  const hardware = hardwareNumberAt(image, hardwareAt);
  const software = softwareNumberAt(image, softwareAt);
  return hardware === null || software === null ? null : { hardware, software };
}

/** Returns the offset of a row's text; null for a row without a text. */
function textAt(image: Image, tableAt: number, row: number): number | null {
  const at = tableAt + row * layout.textTable.rowLength;
  return image.u8(at) === layout.textTable.textKind ? farTargetAt(image, at + 2, at + 4) : null;
}

function textsIn(image: Image, tableAt: number): Facts {
  const numbers = numbersIn(image, tableAt);
  const { partRow, versionRow, engineRow } = layout.textTable;
  const facts: Facts = {};
  if (numbers !== null) {
    facts.hardwareNumber = { ...numbers.hardware, strength: 'strong' };
    facts.softwareNumber = { ...numbers.software, strength: 'strong' };
  }
  const partNumber = spelledAs(image, tableAt, partRow, /^\d[A-Z0-9]{2}9\d{5}[A-Z]{0,2}$/);
  const softwareVersion = spelledAs(image, tableAt, versionRow, /^\d{4}$/);
  // In this row, some programs have the name of the control unit instead of the engine.
  const engine = spelledAs(image, tableAt, engineRow, /^\d[.,]\d ?[lL] ?\S.*$/);
  if (partNumber !== null) facts.partNumber = partNumber;
  if (softwareVersion !== null) facts.softwareVersion = softwareVersion;
  if (engine !== null) facts.engine = engine;
  return facts;
}

/** Returns the text of a row, trimmed, if it matches `spelling`. */
function spelledAs(image: Image, tableAt: number, row: number, spelling: RegExp): Fact | null {
  const at = textAt(image, tableAt, row);
  const length = image.u8(tableAt + row * layout.textTable.rowLength + 1) ?? 0;
  const text = at === null ? null : image.ascii(at, length);
  if (at === null || text === null) return null;
  const value = text.trim();
  return spelling.test(value) ? { value, at: at + text.indexOf(value), strength: 'strong' } : null;
}

/** For programs whose table of texts is not found: the two numbers directly follow each other. */
function findTexts(image: Image): Facts {
  const facts = findNumbers(image, layout.numbersWindow);
  const partNumber = findPartNumber(image, layout.partNumberWindow);
  if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
  return facts;
}

/**
 * Finds the hardware number followed by the software number; some programs have a blank, a zero or both between them.
 * Ferrari's software numbers begin with 1277 (v-arapidis/openremap-core, facts only; seen on a dump).
 */
export function findNumbers(image: Image, window: Window): Facts {
  const { numberStarts, numberGaps } = layout;
  for (let { at } = window; ;) {
    const hardware = findHardwareNumber(image, '0261', { at, end: window.end });
    if (hardware === null) return {};
    const behindAt = hardware.at + hardware.value.length;
    for (const softwareAt of numberGaps.map((gap) => behindAt + gap)) {
      const value = image.ascii(softwareAt, 10);
      if (value === null || !numberStarts.test(value) || !isGap(image, behindAt, softwareAt)) continue;
      return {
        hardwareNumber: { ...hardware, strength: 'medium' },
        softwareNumber: { value, at: softwareAt, strength: 'medium' },
      };
    }
    at = hardware.at + 1;
  }
}

const isGap = (image: Image, at: number, end: number): boolean =>
  image.bytes.subarray(at, end).every((byte) => byte === 0 || byte === 0x20);
