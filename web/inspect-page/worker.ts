// Runs beside the page, so that a large dump never holds it up.
import { findIn } from './findings.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => postMessage(findIn(data)));
