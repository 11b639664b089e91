import type { Solution } from './catalogue.contract.ts';

/** A tuning of the catalogue, without a picture, but for what is changed. */
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
