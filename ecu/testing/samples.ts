import { edc15Sample } from '../families/edc15/edc15.sample.ts';
import { edc16Sample } from '../families/edc16/edc16.sample.ts';
import { edc17Sample } from '../families/edc17/edc17.sample.ts';
import { gmP01Sample } from '../families/gm-p01/gm-p01.sample.ts';
import { me7Sample } from '../families/me7/me7.sample.ts';
import { mss54Sample } from '../families/mss54/mss54.sample.ts';

/** One built image for every family, and one more where the family has two faces. */
export const samples: readonly { familyId: string; name: string; build: () => Uint8Array }[] = [
  { familyId: 'edc15', name: 'EDC15 with V4.1 blocks', build: () => edc15Sample() },
  { familyId: 'edc15', name: 'EDC15 with compact fault paths', build: () => edc15Sample({ form: 'compact' }) },
  { familyId: 'edc15', name: 'EDC15C', build: () => edc15Sample({ hasMarkers: false }) },
  { familyId: 'edc16', name: 'EDC16', build: () => edc16Sample() },
  { familyId: 'edc17', name: 'EDC17', build: () => edc17Sample() },
  { familyId: 'me7', name: 'ME7 of the Volkswagen group', build: () => me7Sample() },
  { familyId: 'me7', name: 'ME7 of Volvo', build: () => me7Sample({ hasBoundsTable: false, isVolvo: true }) },
  { familyId: 'gm-p01', name: 'P01 of General Motors', build: () => gmP01Sample() },
  { familyId: 'mss54', name: 'MSS54HP of BMW M', build: () => mss54Sample() },
];
