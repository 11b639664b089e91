/**
 * Invented memories that the library recognises as those of real control units, for demonstrations, trials and tests. No
 * byte of them comes from a control unit.
 */
export { edc15Sample } from '../families/edc15/edc15.sample.ts';
export { edc16Sample } from '../families/edc16/edc16.sample.ts';
export { edc17Sample } from '../families/edc17/edc17.sample.ts';
export { me7Sample } from '../families/me7/me7.sample.ts';
export { med17Sample } from '../families/med17/med17.sample.ts';
