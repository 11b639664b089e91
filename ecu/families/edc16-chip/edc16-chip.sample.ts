import type { Wiring } from '../../data-lines.ts';
import { crossLines } from '../../data-lines.ts';
import type { Edc16Knobs } from '../edc16/edc16.sample.ts';
import { edc16Sample } from '../edc16/edc16.sample.ts';

/** An EDC16 as its chip gives it on a board whose lines are laid out as `wiring` says. */
export function edc16ChipSample(knobs: Edc16Knobs = {}, wiring: Wiring = 'highThenLow'): Uint8Array {
  return crossLines(edc16Sample(knobs), wiring);
}
