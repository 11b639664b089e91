import { analyseFile } from './analyse-file.ts';
import { compareContents, readUpload } from './read-upload.ts';
import { openZip } from './open-zip.ts';
import { readAs } from './read-as.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';
import { type Review, review } from '../../../../ecu/index.ts';

interface Files {
  original: Uint8Array;
  modified: Uint8Array;
  requestedOff: string[];
}

/** Compares a modified file with its original. */
const reviewFiles = ({ original, modified, requestedOff }: Files): Review => review(original, modified, requestedOff);

/**
 * What a worker thread does, by name. Everything here runs outside the main thread: input and result are copied or
 * handed over, so they must be plain values.
 */
export const work = {
  analyse: analyseFile,
  compareContents,
  openZip,
  readAs,
  readUpload,
  review: reviewFiles,
  switchOff: switchOffWithEvidence,
};

export type EcuTasks = typeof work;
export type WorkName = keyof EcuTasks;
