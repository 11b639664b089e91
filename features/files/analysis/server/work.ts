import { analyseFile } from './analyse-file.ts';
import { compareContents, fingerprintFile } from './fingerprint-file.ts';
import { openZip } from './open-zip.ts';
import { readAs } from './read-as.ts';
import { reviewFiles } from './review-files.ts';
import { summariseFile } from './summarise-file.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';

/**
 * What a worker thread does, by name. Everything here runs outside the main thread: input and result are copied or
 * handed over, so they must be plain values.
 */
export const work = {
  analyse: analyseFile,
  compareContents,
  fingerprint: fingerprintFile,
  openZip,
  readAs,
  review: reviewFiles,
  summarise: summariseFile,
  switchOff: switchOffWithEvidence,
};

export type WorkName = keyof typeof work;
export type InputOf<Name extends WorkName> = Parameters<(typeof work)[Name]>[0];
export type ResultOf<Name extends WorkName> = Awaited<ReturnType<(typeof work)[Name]>>;
