import { parseArgs } from 'node:util';

/** Reads the options of a soak test over damaged files; `files` is the default number of files. */
export const readSoakOptions = (files: string) =>
  parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      files: { type: 'string', default: files },
      seed: { type: 'string', default: '1' },
      /** Number of the first file; a fault can be reproduced by its file's number. */
      from: { type: 'string', default: '0' },
      write: { type: 'boolean', default: false },
    },
  }).values;

/** Limits for one damaged file. */
export const TIME_LIMIT_MS = 5000;
export const MEMORY_LIMIT_MB = 256;
