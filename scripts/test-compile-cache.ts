import { fileURLToPath } from 'node:url';

/**
 * Imported by the configurations of the tests: a program that a test starts takes from here what Node made of the same
 * sources the last time, as `npm start` does. Without it a start costs twice the processor time, in a hundred starts.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../.cache/compiled-for-tests', import.meta.url));
