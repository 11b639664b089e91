import { findChanges } from './places.ts';

/** Looking at a file takes a tenth of a second, in which the page should go on answering. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ original: Uint8Array; modified: Uint8Array; codes: string[] }>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin to be told
    postMessage(findChanges(data.original, data.modified, data.codes));
  },
);
