import { createHash } from 'node:crypto';
import { summarise, type Summary } from '../../ecu/index.ts';

/** What a file is, and of which bytes that is true. */
export const summariseFile = ({ bytes }: { bytes: Uint8Array }): { sha256: string; summary: Summary } => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  summary: summarise(bytes),
});
