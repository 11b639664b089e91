import type { Family } from './family.ts';
import { edc15 } from './families/edc15/edc15.family.ts';
import { edc16 } from './families/edc16/edc16.family.ts';
import { edc17 } from './families/edc17/edc17.family.ts';
import { gmP01 } from './families/gm-p01/gm-p01.family.ts';
import { me7 } from './families/me7/me7.family.ts';
import { mss54 } from './families/mss54/mss54.family.ts';

/** Every family there is. The order has no meaning: the strongest evidence wins. */
export const families: readonly Family[] = [edc15, edc16, edc17, gmP01, me7, mss54];
