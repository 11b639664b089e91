import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export type Sid206Options = TextOptions & { nameAgain?: string; secondProgram?: string };

/** 2 MB with the head of the calibration in it. */
export function sid206Sample({ nameAgain = 'FR1Z9', secondProgram, ...options }: Sid206Options = {}): Uint8Array {
  const program = '111FR1D0Z9000000';
  const head = `CAFR1Z90${nameAgain}00\x0010999900AA      ${program}${secondProgram ?? program}${program}`;
  return textSample({ sizeBytes: 0x200000, texts: [[0x40000, head]], crcRecord, ...options });
}

const crcRecord = {
  at: 0x40100,
  areas: [[0x40240, 0x7d1bf]],
  initial: 0xffffffff,
  origin: 0x800000,
  isBigEndian: true,
} as const;
