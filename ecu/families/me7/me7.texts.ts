import { farTargetAt } from './me7.c167-code.ts';
import type { Found } from '../../platforms/bosch/numbers.ts';
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

/** What the program itself returns to a tester's request for its identification. */
export function textsOf(image: Image): Facts {
  return image.memo(readTexts);
}

function readTexts(image: Image): Facts {
  if (!hasBoundsTable(image)) return {};
  const tableAt = textTableAt(image);
  return tableAt === null ? findTexts(image) : textsIn(image, tableAt);
}

/** Several tables are read by the same instructions; the texts are in the one with a Bosch number in its place. */
function textTableAt(image: Image): number | null {
  const sites = programOf(image)?.sites.textTable ?? [];
  const tables = sites.map((at) => farTargetAt(image, at + 2, at + 6)).filter((at) => at !== null);
  return tables.find((at) => numbersIn(image, at) !== null) ?? null;
}

type Numbers = { hardware: Found; software: Found };

function numbersIn(image: Image, tableAt: number): Numbers | null {
  const hardwareAt = textAt(image, tableAt, layout.textTable.hardwareRow);
  const softwareAt = textAt(image, tableAt, layout.textTable.softwareRow);
  if (hardwareAt === null || softwareAt === null) return null;
  const hardware = hardwareNumberAt(image, hardwareAt);
  const software = softwareNumberAt(image, softwareAt);
  return hardware === null || software === null ? null : { hardware, software };
}

/** Where the text of a row stands; null for a row that names no text. */
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
  // Some programs have the name of the control unit where others have the engine.
  const engine = spelledAs(image, tableAt, engineRow, /^\d[.,]\d ?[lL] ?\S.*$/);
  if (partNumber !== null) facts.partNumber = partNumber;
  if (softwareVersion !== null) facts.softwareVersion = softwareVersion;
  if (engine !== null) facts.engine = engine;
  return facts;
}

/** The text of a row without the blanks around it, when it is spelled as it should be. */
function spelledAs(image: Image, tableAt: number, row: number, spelling: RegExp): Fact | null {
  const at = textAt(image, tableAt, row);
  const length = image.u8(tableAt + row * layout.textTable.rowLength + 1) ?? 0;
  const text = at === null ? null : image.ascii(at, length);
  if (at === null || text === null) return null;
  const value = text.trim();
  return spelling.test(value) ? { value, at: at + text.indexOf(value), strength: 'strong' } : null;
}

/** For programs whose table of texts is not found: the two numbers stand directly behind each other. */
function findTexts(image: Image): Facts {
  const facts = findNumbers(image, layout.numbersWindow);
  const partNumber = findPartNumber(image, layout.partNumberWindow);
  if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
  return facts;
}

/**
 * Hardware, then software; some programs put a blank, a zero or both between them. Those that Ferrari has begin with
 * 1277 (v-arapidis/openremap-core, facts only; seen on a dump).
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
