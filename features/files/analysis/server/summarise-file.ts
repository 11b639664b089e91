import { createHash } from 'node:crypto';
import { summarise, type Summary } from '../../../../ecu/index.ts';

/** Summarises a file, together with the hash of the bytes that this is true of. */
export const summariseFile = ({ bytes }: { bytes: Uint8Array }): { sha256: string; summary: Summary } => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  summary: summarise(bytes),
});
