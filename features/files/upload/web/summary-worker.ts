// Runs in a worker, so that a large dump never blocks the page.
import { summarise } from '../../../../ecu/summary.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin
  postMessage(summarise(data));
});
