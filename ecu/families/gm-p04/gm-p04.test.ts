import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied } from '../../testing/facts.ts';
import { gmP04 } from './gm-p04.family.ts';
import type { GmP04Options } from './gm-p04.sample.ts';
import { gmP04Sample, gmP04SumAt, gmP04TypesAt } from './gm-p04.sample.ts';

const list = (options: GmP04Options = {}) => gmP04.dtcs?.list(new Image(gmP04Sample(options)));

test('the operating system and the facts that follow from it are reported', () => {
  expect(gmP04.describe(new Image(gmP04Sample()))).toMatchObject({
    model: { value: 'P04' },
    vehicleManufacturer: { value: 'General Motors' },
    softwareNumber: implied('12345678', 0x7fffa),
  });
});

test('with other vectors, or no number before the end, the file is not recognised', () => {
  expect(gmP04.recognise(new Image(gmP04Sample()))).toHaveLength(1);
  expect(gmP04.recognise(new Image(gmP04Sample({ stack: 0x00ffce00 })))).toEqual([]);
  expect(gmP04.recognise(new Image(gmP04Sample({ systemId: 17 })))).toEqual([]);
});

test.each([121, 122])('%i records are listed with their states, and a code is switched off by type 3', (count) => {
  const listing = list({ count });
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.rows.slice(0, 3).map(({ code, state }) => `${code} ${state}`)).toEqual([
    'P0101 on',
    'P0102 on',
    'P0103 off',
  ]);
  expect(listing.rows[0]?.entriesAt[0]).toBe(gmP04TypesAt + 1);
  const result = switchOff(gmP04Sample({ count }), gmP04, ['P0101']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges.map(({ at, after }) => [at, [...after]])).toEqual([[gmP04TypesAt + 1, [3]]]);
  expect(result.checksumChanges.every(({ at }) => at >= gmP04SumAt && at < gmP04SumAt + 4)).toBe(true);
  expect(result.rowsAfter.find(({ code }) => code === 'P0101')?.state).toBe('off');
});

test.each<GmP04Options>([{ fallsAt: 60 }, { firstType: 1 }, { flag: 2 }, { hasSecondStates: true }])(
  'no table is found with %o',
  (options) => {
    expect(list(options)).toMatchObject({ outcome: 'not found' });
  },
);

const sums = (bytes: Uint8Array) => gmP04.checksums?.(new Image(bytes)).map(({ state }) => state);

test('the sum covers all words except those the control unit writes itself and the number at the end', () => {
  const bytes = gmP04Sample();
  expect(sums(bytes)).toEqual(['ok']);
  bytes[0x5000] = 0x12;
  bytes[0x7fffd] = 0x12;
  expect(sums(bytes)).toEqual(['ok']);
  bytes[0x7ffff] = 0x12;
  expect(sums(bytes)).toEqual(['wrong']);
});

test.each<GmP04Options>([{ sumAt: null }, { sumAt: 0x5000 }, { sumAt: 0x7fff8 }, { comparedAt: gmP04TypesAt + 2 }])(
  'codes are listed but not switched where the program does not reveal the offsets: %o',
  (options) => {
    expect(list(options)).toMatchObject({ outcome: 'found', notSwitchable: { code: 'ecu.p04_program_not_read' } });
    expect(switchOff(gmP04Sample(options), gmP04, ['P0101'])).toMatchObject({ kind: 'not switchable' });
  },
);
