import { createHash } from 'node:crypto';
import { analyseFile } from './analyse-file.ts';
import { compareContents, fingerprintFile } from './fingerprint-file.ts';
import { openZip } from './open-zip.ts';
import { readAs } from './read-as.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';
import { type Review, type Summary, review, summarise } from '../../../../ecu/index.ts';

interface Files {
  original: Uint8Array;
  modified: Uint8Array;
  requestedOff: string[];
}

/** Compares a modified file with its original. */
const reviewFiles = ({ original, modified, requestedOff }: Files): Review => review(original, modified, requestedOff);

/** Summarises a file, together with the hash of the bytes that this is true of. */
const summariseFile = ({ bytes }: { bytes: Uint8Array }): { sha256: string; summary: Summary } => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  summary: summarise(bytes),
});

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

export type EcuTasks = typeof work;
export type WorkName = keyof EcuTasks;
