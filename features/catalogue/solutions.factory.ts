import type { Solution } from './catalogue.calls.ts';

/** Builds a tuning of the catalogue without a picture, with `changes` applied on top. */
export const buildListedSolution = (changes: Partial<Solution> = {}): Solution => ({
  id: 1,
  name: 'Stage 1',
  code: 'ST1',
  credits: 60,
  type: 'TUNING',
  order_no: 2,
  image_url: null,
  ...changes,
});
