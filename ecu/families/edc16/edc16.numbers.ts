import type { Edc16Block } from './edc16.blocks.ts';
import type { FoundText, PlacedNumber } from '../../platforms/bosch/numbers.ts';
import {
  listHardwareNumbers,
  combineNumbers,
  findHardwareNumber,
  findPartNumberRow,
  softwareNumberAt,
} from '../../platforms/bosch/numbers.ts';
import type { Fact, FactPlace, Facts } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './edc16.layout.ts';
import { textWindows } from './edc16.texts.ts';

const isCalibration = ({ type }: Edc16Block) => type === layout.calibrationType;
const placeOf = (block: Edc16Block): FactPlace => (isCalibration(block) ? 'dataset' : 'program');

/** Sorts the calibration first: it identifies a file in which program and data set have numbers of their own. */
const byUse = (blocks: readonly Edc16Block[]) =>
  [...blocks].sort((one, other) => Number(isCalibration(other)) - Number(isCalibration(one)));

export function softwareNumberIn(image: Image, blocks: readonly Edc16Block[]): Fact | null {
  const numbers = blocks.map((block) => withPlace(block.softwareNumber, placeOf(block)));
  if (new Set(numbers.map((number) => number?.value)).size <= 1) {
    const plates = plateWindows(image, blocks).flatMap((window) => plateNumber(image, window) ?? []);
    return combineNumbers([...numbers, ...plates], 'strong');
  }
  return combineNumbers(
    byUse(blocks).map((block) => withPlace(block.softwareNumber, placeOf(block))),
    'strong',
  );
}

export function datasetIn(blocks: readonly Edc16Block[]): Fact | null {
  const names = blocks.map((block) => withPlace(block.dataset, placeOf(block)));
  if (new Set(names.map((name) => name?.value)).size <= 1) return combineNumbers(names, 'strong');
  return combineNumbers(
    byUse(blocks).map((block) => withPlace(block.dataset, placeOf(block))),
    'strong',
  );
}

const withPlace = (found: FoundText | null, place: FactPlace): PlacedNumber | null =>
  found === null ? null : { ...found, place };

/** The boot code's number is the control unit's own; a calibration may be made for several units. */
export function hardwareNumberIn(image: Image, blocks: readonly Edc16Block[]): Fact | null {
  const boot = listHardwareNumbers(image, '0281', layout.bootTexts).map((found) => ({
    ...found,
    place: 'boot' as const,
  }));
  const windows = [...textWindows(byUse(blocks)), ...plateWindows(image, blocks)];
  const others = windows.flatMap((window) => listHardwareNumbers(image, '0281', window));
  return combineNumbers([...boot, ...others], 'medium');
}

/** The part number on the box is the last of its row; the first is the hardware's. */
export function partNumberIn(image: Image, blocks: readonly Edc16Block[]): Fact | null {
  const calibrations = blocks.filter(isCalibration);
  const windows = textWindows(calibrations.length > 0 ? calibrations : blocks);
  const rows = [...windows, ...plateWindows(image, blocks)].map((window) => findPartNumberRow(image, window));
  const onBox = rows.map((row) => row.at(-1) ?? null);
  const hardware = rows.map((row) => withPlace(row.length > 1 ? (row[0] ?? null) : null, 'hardware'));
  return combineNumbers([...onBox, ...hardware], 'medium');
}

/** The first EDC16 units with 1 MB have their plate near the end of the calibration, at about 0xFCDD0. */
function plateWindows(image: Image, blocks: readonly Edc16Block[]): Window[] {
  return blocks.filter(isCalibration).flatMap((block) => {
    const end = Math.min(block.range.end, image.sizeBytes);
    const at = Math.max(block.at + layout.textsLength, end - layout.plateLength);
    return at < end ? [{ at, end }] : [];
  });
}

function plateNumber(image: Image, window: Window): PlacedNumber | null {
  for (let at = image.find('1037', window), tries = 0; at !== null && tries < 64; tries += 1) {
    const found = softwareNumberAt(image, at);
    if (found !== null) return { ...found, place: 'dataset' };
    at = image.find('1037', { at: at + 1, end: window.end });
  }
  return null;
}

/** Reads the program's version and the engine's name, which follow the part number on the box. */
export function rowTexts(image: Image, partNumber: Fact): Facts {
  for (let at: number | null = partNumber.at, tries = 0; at !== null && tries < 4; tries += 1) {
    for (const rowAt of [at, at + layout.secondRowStep]) {
      const engineText = image.asciiRun(rowAt + layout.engineField, layout.engineLength);
      const engine = /^(?:[A-Z0-9][A-Z0-9 .,]*)?\d[.,]\d ?L(?: [VR]\d{1,2})?(?: ?TDI)?/.exec(engineText)?.[0];
      const version = image.ascii(rowAt + layout.versionField, 4);
      if (engine === undefined || version === null || !/^\d{4}$/.test(version)) continue;
      return {
        engine: { value: engine, at: rowAt + layout.engineField, strength: 'medium' },
        softwareVersion: { value: version, at: rowAt + layout.versionField, strength: 'medium' },
      };
    }
    at = image.find(partNumber.value, { at: at + 1, end: partNumber.at + layout.textsLength });
  }
  return {};
}

type OpelPlate = { part: FoundText; engine: FoundText; isCalibration: boolean };

/**
 * Opel's plate: `EDC16`, the part number and two letters, names, the engine in twelve characters, and the hardware
 * number. Program blocks may contain data sets with plates of other engines; the file then does not belong to one
 * engine.
 */
export function opelTexts(image: Image, blocks: readonly Edc16Block[]): Facts {
  const plates = blocks.flatMap((block) => {
    return textWindows([block]).flatMap((window) => opelPlates(image, window, isCalibration(block)));
  });
  const plate = plates.find((one) => one.isCalibration);
  if (plate === undefined) return {};
  const isOneEngine = plates.every(({ engine }) => engine.value === plate.engine.value);
  return {
    partNumber: { ...plate.part, strength: 'medium' },
    vehicleManufacturer: { value: 'Opel', at: plate.part.at, strength: 'implied' },
    ...(isOneEngine && { engine: { ...plate.engine, strength: 'medium' } }),
  };
}

function opelPlates(image: Image, window: Window, inCalibration: boolean): OpelPlate[] {
  const { plateBefore, maxPlates } = layout.opel;
  const plates: OpelPlate[] = [];
  let from = window.at;
  while (plates.length < maxPlates) {
    const hardware = findHardwareNumber(image, '0281', { at: from, end: window.end });
    if (hardware === null) break;
    from = hardware.at + hardware.value.length;
    const at = Math.max(0, hardware.at - plateBefore);
    const text = String.fromCharCode(...image.bytes.subarray(at, hardware.at));
    const part = /(?<=EDC16 {0,5}\0)\d{8}(?= ?[A-Z]{2}[ \0])/.exec(text);
    const engine = /[A-Z]\d{2}[A-Z]{2,4}(?= {4,9}\0$)/.exec(text);
    if (part === null || engine === null) continue;
    plates.push({
      part: { value: part[0], at: at + part.index },
      engine: { value: engine[0], at: at + engine.index },
      isCalibration: inCalibration,
    });
  }
  return plates;
}
