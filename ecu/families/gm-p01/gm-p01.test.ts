import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { strong } from '../../testing/facts.ts';
import { gmP01 } from './gm-p01.family.ts';
import { gmP01Sample } from './gm-p01.sample.ts';

const list = (bytes: Uint8Array) => gmP01.dtcs?.list(new Image(bytes));

test('operating system, calibration and hardware numbers are reported', () => {
  expect(gmP01.describe(new Image(gmP01Sample()))).toMatchObject({
    model: { value: 'P01' },
    vehicleManufacturer: { value: 'General Motors', strength: 'implied' },
    softwareNumber: { value: '12345678', at: 0x504 },
    softwareVersion: strong('BD', 0x508),
    dataset: { value: '9350000', at: 0x8004 },
    hardwareNumber: { value: '9380000', at: 0x6004 },
    partNumber: { value: '12200000', at: 0x6018 },
  });
});

test('with two written pages, or none, the hardware numbers are left out', () => {
  for (const options of [{ hasSecondOwnPage: true }, { hasOwnPage: false }]) {
    const facts = gmP01.describe(new Image(gmP01Sample(options)));
    expect(facts.hardwareNumber).toBeUndefined();
    expect(facts.softwareNumber?.value).toBe('12345678');
  }
});

test('segments with a gap between them, or without the signature, are not recognised', () => {
  expect(gmP01.recognise(new Image(gmP01Sample({ gapAt: 0x14010 })))).toEqual([]);
  expect(gmP01.recognise(new Image(gmP01Sample({ signature: 0x4afd })))).toEqual([]);
  expect(gmP01.recognise(new Image(gmP01Sample()))).toHaveLength(1);
});

test.each([
  { stride: 4, count: 121 },
  { stride: 4, count: 122 },
  { stride: 6, count: 121 },
  { stride: 6, count: 122 },
] as const)('$count records of $stride bytes are listed with their states', (options) => {
  const listing = list(gmP01Sample(options));
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.rows).toHaveLength(options.count - 1);
  expect(listing.rows.slice(0, 4).map(({ code, state }) => `${code} ${state}`)).toEqual([
    'P0101 on',
    'P0102 on',
    'P0103 off',
    'P0104 on',
  ]);
});

test.each([
  { name: 'a record that does not rise', options: { fallsAt: 60 } },
  { name: 'two lists', options: { hasSecondList: true } },
  { name: 'no padding behind the types', options: { padding: 2 } },
  { name: 'another byte than the padding behind the types', options: { padding: 0x7f } },
  { name: 'an empty record that is reported', options: { firstType: 1 } },
  { name: 'a lamp that is neither on nor off', options: { brokenLamp: true } },
])('$name: no table is found', ({ options }) => {
  expect(list(gmP01Sample(options))).toMatchObject({ outcome: 'not found' });
  expect(switchOff(gmP01Sample(options), gmP01, ['P0101'])).toMatchObject({ kind: 'no table' });
});

test('switching off changes the type, the lamp and the segment sum, and all codes can be switched off at once', () => {
  const one = switchOff(gmP01Sample(), gmP01, ['P0101']);
  if (one.outcome !== 'done') throw new Error(one.reason.message);
  expect(one.dtcChanges.map(({ after }) => [...after])).toEqual([[3], [0]]);
  expect(one.checksumChanges).toMatchObject([{ at: 0x14000 }]);
  const listing = list(gmP01Sample());
  const codes = listing?.outcome === 'found' ? listing.rows.map(({ code }) => code) : [];
  const all = switchOff(gmP01Sample(), gmP01, codes);
  expect(all.outcome).toBe('done');
});

test('a wrong sum is reported, and switching off is refused', () => {
  const checksums = gmP01.checksums?.(new Image(gmP01Sample({ wrongSum: true }))) ?? [];
  expect(checksums.filter(({ state }) => state === 'wrong').map(({ name }) => name)).toEqual(['Engine diagnostics']);
  expect(switchOff(gmP01Sample({ wrongSum: true }), gmP01, ['P0101'])).toMatchObject({
    kind: 'checksum wrong before',
  });
});
