import { setFlagsFromString } from 'node:v8';

/**
 * Makes memory outside V8's heap, such as chunks of uploads, start a collection when it has grown by a share of all
 * memory instead of by 64 MB: each collection visits everything the process holds, and 20 uploads of 20 MB caused four
 * a second.
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');
