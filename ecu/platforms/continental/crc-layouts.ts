import type { CrcLayout } from './crc-blocks.ts';

const erased = 0xffffffff;

/** PowerPC units: the headers of boot code, program and calibration have their CRC at offsets of their own. */
const powerPcCrcs = (calibrationField: number, firstAreas: { program: number; calibration: number }): CrcLayout => ({
  isBigEndian: true,
  headerFields: [0x0, 0x40, calibrationField],
  places: [
    { at: 0x8000, initial: erased, firstArea: 0, what: 'boot code' },
    { at: 0x20040, initial: erased, firstArea: firstAreas.program, what: 'program' },
    { at: 0x40000 + calibrationField, initial: 0, firstArea: firstAreas.calibration, what: 'calibration' },
  ],
});

/** Measured on eleven dumps: boot codes, program and calibration. */
export const msd80Crcs: CrcLayout = {
  isBigEndian: false,
  headerFields: [0x300],
  places: [
    { at: 0x300, initial: 0, firstArea: 0, what: 'boot code' },
    { at: 0xc300, initial: 0, firstArea: 0xc000, what: 'second boot code' },
    { at: 0x40300, initial: erased, firstArea: 0x40700, what: 'calibration' },
    { at: 0x80300, initial: 0, firstArea: 0x20000, what: 'program' },
  ],
};

/** Measured on nine dumps. The SID803 has only the record of the calibration. */
export const sid803Crcs = powerPcCrcs(0x100, { program: 0x20000, calibration: 0x40240 });

/** Measured on nine dumps, two of which hold only the calibration. */
export const ppd1Crcs = powerPcCrcs(0x2c0, { program: 0x20200, calibration: 0x40000 });

/** Measured on one dump. */
export const msv70Crcs = powerPcCrcs(0xa0, { program: 0x20000, calibration: 0x40240 });

/** Measured by others on one Ford dump; none was available here. */
export const sid206Crcs: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x100],
  places: [{ at: 0x40100, initial: erased, firstArea: 0x40240, what: 'calibration' }],
};

/** Measured on one dump of SID307, and by others on one of SID310, which was not available here. */
export const sid3Crcs: CrcLayout = {
  isBigEndian: false,
  headerFields: [0x300],
  places: [
    { at: 0x20300, initial: 0, firstArea: 0x20000, what: 'calibration' },
    { at: 0x40300, initial: 0, firstArea: 0x40000, what: 'calibration' },
  ],
};

/** Measured by others on one dump; none was available here. */
export const pcr21Crcs: CrcLayout = {
  isBigEndian: false,
  headerFields: [0x100],
  places: [{ at: 0x180100, initial: 0, firstArea: 0x180200, what: 'calibration' }],
};
