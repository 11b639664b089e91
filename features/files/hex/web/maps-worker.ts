import { nameMaps } from './named-maps.ts';
import type { MapsRequest } from './named-maps.ts';

/** A definition has up to tens of megabytes, during the reading of which the page should stay responsive. */
addEventListener('message', ({ data }: MessageEvent<MapsRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin
  postMessage(nameMaps(data));
});
