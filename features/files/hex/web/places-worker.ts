import { findChanges } from '../places.ts';

/** Analysing a file takes a tenth of a second, during which the page should stay responsive. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ original: Uint8Array; modified: Uint8Array; codes: string[] }>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin
    postMessage(findChanges(data.original, data.modified, data.codes));
  },
);
