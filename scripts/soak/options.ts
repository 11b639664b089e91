import { parseArgs } from 'node:util';

/** What a soak over damaged files is called with; `files`: how many unless the call names a number. */
export const readSoakOptions = (files: string) =>
  parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      files: { type: 'string', default: files },
      seed: { type: 'string', default: '1' },
      /** The number of the first file: a fault is tried again by its own number. */
      from: { type: 'string', default: '0' },
      write: { type: 'boolean', default: false },
    },
  }).values;

/** Of one damaged file. */
export const TIME_LIMIT_MS = 5000;
export const MEMORY_LIMIT_MB = 256;
