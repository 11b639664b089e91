import { SampleImage } from '../../testing/sample-image.ts';

/** The calibration of a T6. */
export const lotusT6CalibrationSample = (line = 'Z999E0999        05-07-2019 9:24'): Uint8Array =>
  new SampleImage(27_052, 0x5a).text(0, line).u8(line.length, 0).bytes;

/** The program of a T6. */
export const lotusT6ProgramSample = (firstWord = 0x005a0000): Uint8Array =>
  new SampleImage(0x98988, 0x5a).u32be(0, firstWord).u32be(4, 0x00040100).text(0x80, 'HC08CODE').bytes;
