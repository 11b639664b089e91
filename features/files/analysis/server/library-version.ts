import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../../ecu/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of the ECU library, stored with every result. */
export const LIBRARY_VERSION = version;
