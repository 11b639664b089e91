import { analyseFile } from './analyse-file.ts';
import { compareContents, readUpload } from './read-upload.ts';
import { openZip } from './open-zip.ts';
import { readAs } from './read-as.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';
import { type Review, review } from '../../../../ecu/index.ts';
import { drawChanges } from '../../hex/draw-changes.ts';
import type { ChangesPicture } from '../../hex/picture.ts';

interface Files {
  original: Uint8Array;
  modified: Uint8Array;
  requestedOff: string[];
}

/** Compares a modified file with its original. */
const reviewFiles = ({ original, modified, requestedOff }: Files): Review => review(original, modified, requestedOff);

type Compared = Omit<Files, 'requestedOff'> & { codes: string[] };

const drawFiles = ({ original, modified, codes }: Compared): ChangesPicture => drawChanges(original, modified, codes);

/**
 * What a worker thread does, by name. Everything here runs outside the main thread: input and result are copied or
 * handed over, so they must be plain values.
 */
export const work = {
  analyse: analyseFile,
  compareContents,
  drawChanges: drawFiles,
  openZip,
  readAs,
  readUpload,
  review: reviewFiles,
  switchOff: switchOffWithEvidence,
};

export type EcuTasks = typeof work;
export type WorkName = keyof EcuTasks;
