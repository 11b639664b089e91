import { review, type Review } from '../../../../ecu/index.ts';

interface Files {
  original: Uint8Array;
  modified: Uint8Array;
  requestedOff: string[];
}

/** Compares a modified file with its original. */
export const reviewFiles = ({ original, modified, requestedOff }: Files): Review =>
  review(original, modified, requestedOff);
