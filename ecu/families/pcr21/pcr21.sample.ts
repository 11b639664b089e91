import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export type Pcr21Options = TextOptions & { secondProgram?: string; secondPartNumber?: string };

/** 2 MB with the line of text from the start of the calibration. */
export function pcr21Sample({ secondProgram, secondPartNumber, ...options }: Pcr21Options = {}): Uint8Array {
  const program = '111SM2G0Z9000000';
  const line =
    `CASM2Z90.DAT${program}${secondProgram ?? program}${program}CASM2Z90SM2Z900\0` +
    'EV_ECM16TDI02103L906023ZZ\x000030136502099999--    ' +
    `03L906023KS ${secondPartNumber ?? '03L906023ZZ'}\x01    R4 1.6l TDI        \x009999---\0CAYCJ623 `;
  return textSample({ sizeBytes: 0x200000, texts: [[0x180014, line]], crcRecord, ...options });
}

const crcRecord = {
  at: 0x180100,
  areas: [[0x180200, 0x1fabff]],
  initial: 0,
  origin: 0xa0000000,
  isBigEndian: false,
} as const;
