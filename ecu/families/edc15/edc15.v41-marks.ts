import type { Image, Window } from '../../image.ts';

/** Bosch marks both ends of a block of EDC15 with this text. */
const mark = 'V4.1';
/** Measured on every V4.1 dump: 8 bytes into a block, and 0x36 bytes before the end of the page in which it ends. */
const startField = 0x008;
const endField = 0xfca;
const pageLength = 0x1000;
const maxBytes = 0x100000;
/** Measured: the length of each copy of the calibration, from the page of its first mark on. */
const calibrationLength = 0xc000;
/** Measured: 1 to 3 copies, and 11 in 1 MB. */
const calibrationsLimit = 16;

/** Checks two fixed offsets in every page of 4 KB, so no search is needed. */
export function listV41Marks(image: Image): number[] {
  const marks: number[] = [];
  const pagesEnd = Math.min(image.sizeBytes, maxBytes);
  for (let pageAt = 0; pageAt < pagesEnd; pageAt += pageLength) {
    for (const field of [startField, endField]) {
      if (image.ascii(pageAt + field, mark.length) === mark) marks.push(pageAt + field);
    }
  }
  return marks;
}

/** Lists the copies of the calibration: one for each gearbox or drive that the control unit may be installed with. */
export function listV41Calibrations(image: Image): Window[] {
  const starts = image.memo(listV41Marks).filter((at) => at % pageLength === startField);
  const calibrations = starts.slice(0, calibrationsLimit);
  return calibrations.map((at) => ({ at: at - startField, end: at - startField + calibrationLength }));
}
