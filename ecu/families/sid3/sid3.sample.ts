import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export type Sid3Options = TextOptions & {
  project?: string;
  programProject?: string;
  nameAgain?: string;
  secondProgram?: string;
};

/** 2 MB with the head of the calibration in it. */
export function sid3Sample({ project = 'RFE', ...options }: Sid3Options = {}): Uint8Array {
  const { programProject = project, nameAgain = `${project}9Z`, secondProgram, ...rest } = options;
  const program = `RFZ${programProject}429Z000000`;
  const head = `CA${project}9Z0${nameAgain}00010999860AA      ${program}${secondProgram ?? program}${program}`;
  return textSample({ sizeBytes: 0x200000, texts: [[0x40000, head]], crcRecord, ...rest });
}

const crcRecord = {
  at: 0x40300,
  areas: [
    [0x40000, 0x402ff],
    [0x40344, 0x1effff],
  ],
  initial: 0,
  origin: 0xa0800000,
  isBigEndian: false,
} as const;
