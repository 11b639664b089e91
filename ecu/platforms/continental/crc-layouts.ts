import type { CrcLayout } from './crc-blocks.ts';

const erased = 0xffffffff;
const bootOfPowerPc = { at: 0x8000, initial: erased, firstArea: 0, what: 'boot code' };

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

/** Measured on nine dumps. The SID803 keeps the calibration's alone. */
export const sid803Crcs: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x0, 0x40, 0x100],
  places: [
    bootOfPowerPc,
    { at: 0x20040, initial: erased, firstArea: 0x20000, what: 'program' },
    { at: 0x40100, initial: 0, firstArea: 0x40240, what: 'calibration' },
  ],
};

/** Measured on nine dumps, two of them the calibration alone. */
export const ppd1Crcs: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x0, 0x40, 0x2c0],
  places: [
    bootOfPowerPc,
    { at: 0x20040, initial: erased, firstArea: 0x20200, what: 'program' },
    { at: 0x402c0, initial: 0, firstArea: 0x40000, what: 'calibration' },
  ],
};

/** Measured on one dump. */
export const msv70Crcs: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x0, 0x40, 0xa0],
  places: [
    bootOfPowerPc,
    { at: 0x20040, initial: erased, firstArea: 0x20000, what: 'program' },
    { at: 0x400a0, initial: 0, firstArea: 0x40240, what: 'calibration' },
  ],
};

/** Measured elsewhere on one dump of Ford; none was at hand. */
export const sid206Crcs: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x100],
  places: [{ at: 0x40100, initial: erased, firstArea: 0x40240, what: 'calibration' }],
};

/** Measured on one dump of SID307, and elsewhere on one of SID310, which was not at hand. */
export const sid3Crcs: CrcLayout = {
  isBigEndian: false,
  headerFields: [0x300],
  places: [
    { at: 0x20300, initial: 0, firstArea: 0x20000, what: 'calibration' },
    { at: 0x40300, initial: 0, firstArea: 0x40000, what: 'calibration' },
  ],
};

/** Measured elsewhere on one dump; none was at hand. */
export const pcr21Crcs: CrcLayout = {
  isBigEndian: false,
  headerFields: [0x100],
  places: [{ at: 0x180100, initial: 0, firstArea: 0x180200, what: 'calibration' }],
};
