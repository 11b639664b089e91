import { setFlagsFromString } from 'node:v8';

/**
 * Bytes outside V8's heap, such as pieces of uploads, start a collection when they have grown by a part of all memory, not
 * by 64 MB: each collection goes through all that the process holds, and 20 uploads of 20 MB made four a second.
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');
