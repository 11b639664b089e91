import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied } from '../../testing/facts.ts';
import { edc15 } from './edc15.family.ts';
import type { Edc15Options } from './edc15.sample.ts';
import { edc15Sample } from './edc15.sample.ts';

function listing(options: Edc15Options = {}) {
  const found = edc15.dtcs?.list(new Image(edc15Sample(options)));
  if (found?.outcome !== 'found') throw new Error('no table in the sample');
  return found;
}

test('the numbers are read from the calibration and from the code', () => {
  const facts = edc15.describe(new Image(edc15Sample()));
  expect(facts).toMatchObject({
    softwareNumber: { value: '1037369999', at: 0x10046 },
    hardwareNumber: { value: '0281019999' },
    partNumber: { value: '038906099FG' },
    engine: { value: '1,9l R4' },
    softwareVersion: { value: '1470' },
    processor: { value: 'C167', strength: 'implied' },
  });
});

test('the model is reported only where the part number reveals the injection system', () => {
  const modelOf = (part: string) =>
    edc15.describe(new Image(edc15Sample({ blocksAt: [0x70000], lastPartNumber: part }))).model?.value;
  expect(modelOf('038906019FG')).toBe('EDC15P+');
  expect(modelOf('038906012CP')).toBe('EDC15VM+');
  expect(modelOf('4B0907401AB')).toBe('EDC15VM+');
  expect(modelOf('038906099FG')).toBeUndefined();
});

test('without marks the calibration number is listed first, and the one of the boot code after it', () => {
  const facts = edc15.describe(new Image(edc15Sample({ hasMarkers: false })));
  expect(facts.softwareNumber).toMatchObject({ value: '1037369999', at: 0x7bfb0, place: 'dataset' });
  expect(facts.softwareNumber?.others).toMatchObject([{ at: 0x7fef0, place: 'boot' }]);
  expect(facts.model).toBeUndefined();
});

test.each([
  ['EDC15C7', 'TSW V2.40 280700 1718 C7/ESB/G40'],
  ['EDC15C4', 'TSW V2.40 090799 1418 C4B/ESB/43'],
  ['EDC15C11', 'TSW V0.80 080102 0950 15C11/G43/'],
])('the boot code of %s, a common rail control unit, gives its model', (value, bootName) => {
  const bytes = edc15Sample({ hasMarkers: false, bootName });
  expect(edc15.describe(new Image(bytes)).model).toEqual(implied(value, 0x8000));
});

test('a part number on which copies of the calibration disagree is left out', () => {
  const facts = edc15.describe(new Image(edc15Sample({ lastPartNumber: '038906099KX' })));
  expect(facts.partNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0281019999');
});

test('one V4.1 may be a coincidence, two make a block', () => {
  const bytes = edc15Sample({ blocksAt: [0x70000] });
  expect(edc15.recognise(new Image(bytes))).toMatchObject([{ points: 90, at: 0x70008 }]);
  bytes.fill(0, 0x70008, 0x7000c).fill(0, 0x10022, 0x10032);
  expect(edc15.recognise(new Image(bytes))).toEqual([]);
});

test('without marks and numbers the name of the program is enough, unless it is an EDC3 name', () => {
  const pointsWith = (programName: string) => {
    const image = new Image(edc15Sample({ hasMarkers: false, hasNumbers: false, programName }));
    return edc15.recognise(image).map(({ points }) => points);
  };
  expect(pointsWith('CC007799CC116611LHoi')).toEqual([60]);
  expect(pointsWith('AA007799CC116611LHoi')).toEqual([]);
  // The V8 of 3.3 litres.
  expect(pointsWith('AA0088330055BBPPLHoi')).toEqual([60]);
  expect(pointsWith('BB007799CC116611LHoi')).toEqual([]);
  expect(pointsWith('CC007799CC116611LoHi')).toEqual([]);
  expect(pointsWith('CC007799CC116612LHoi')).toEqual([]);
});

test('an old Volkswagen program without a software number yields the facts in its line of text', () => {
  const volkswagenLine = '045906099Q  1,2l R3 EDC  DS  0904 0281019998 F8EGJ300   045906099Q  0999';
  const facts = edc15.describe(new Image(edc15Sample({ hasMarkers: false, hasNumbers: false, volkswagenLine })));
  expect(facts).toMatchObject({
    partNumber: { value: '045906099Q' },
    hardwareNumber: { value: '0281019998' },
    engine: { value: '1,2l R3' },
    softwareVersion: { value: '0904' },
    vehicleManufacturer: { value: 'Volkswagen Group' },
    processor: { value: 'C167' },
  });
  expect(facts.softwareNumber).toBeUndefined();
});

test('a number at the offset of EDC15C means nothing in a file of another size', () => {
  expect(edc15.recognise(new Image(edc15Sample()))).not.toEqual([]);
  const bytes = edc15Sample({ hasMarkers: false, sizeBytes: 0x100000 });
  expect(edc15.recognise(new Image(bytes))).toEqual([]);
});

test('all block sums of a whole file match, and a changed byte makes its own block wrong', () => {
  const states = (bytes: Uint8Array) => edc15.checksums?.(new Image(bytes)).map(({ state }) => state);
  expect(new Set(states(edc15Sample()))).toEqual(new Set(['ok']));
  expect(states(edc15Sample({ hasWrongSum: true }))?.filter((state) => state === 'wrong')).toHaveLength(1);
});

test('where edited blocks leave open which scheme a file follows, its sums are unknown', () => {
  const bytes = edc15Sample({ blocksAt: [0x58000, 0x64000, 0x70000], hasCompactBlocks: true });
  const states = () => edc15.checksums?.(new Image(bytes)).map(({ state }) => state);
  expect(states()).toEqual(Array.from({ length: 8 }, () => 'ok'));
  // Only those of its blocks that the other scheme has as well are left.
  for (const at of [0x20000, 0x58100, 0x5d000, 0x64100]) bytes[at] = (bytes[at] as number) ^ 0x11;
  expect(states()).toEqual(['unknown']);
  bytes[0x69000] = (bytes[0x69000] as number) ^ 0x11;
  expect(states()).toEqual(['unknown']);
});

test('sums that follow no known scheme are reported as unknown, and then nothing may be switched', () => {
  const bytes = edc15Sample({ hasNoSums: true });
  expect(edc15.checksums?.(new Image(bytes))).toMatchObject([{ state: 'unknown', correct: null }]);
  expect(switchOff(bytes, edc15, ['P0101'])).toMatchObject({ outcome: 'refused', kind: 'not switchable' });
});

test('a code is listed with its Volkswagen number and with the codes that share its fault path', () => {
  const rows = listing().rows;
  expect(rows.find(({ code }) => code === 'P0101')).toMatchObject({
    number: 16485,
    makerNumber: '16485',
    state: 'on',
    sharedWith: ['P0201'],
  });
  expect(rows.find(({ code }) => code === '00519')).toMatchObject({ number: 519, sharedWith: [] });
});

test.each(['classic', 'compact'] as const)(
  'a code of %s paths is switched off in every copy, with correct sums',
  (form) => {
    const bytes = edc15Sample({ form });
    const result = switchOff(bytes, edc15, ['P0105']);
    if (result.outcome !== 'done') throw new Error(result.reason.message);
    expect(result.warnings).toEqual([]);
    expect(result.rowsAfter.find(({ code }) => code === 'P0105')?.state).toBe('off');
    for (const half of [0x50000, 0x70000]) {
      expect(result.dtcChanges.filter(({ at }) => at >= half && at < half + 0xc000).length).toBeGreaterThan(0);
    }
  },
);

test.each(['classic', 'compact'] as const)(
  'all codes of %s fault paths can be switched off and are still listed',
  (form) => {
    const bytes = edc15Sample({ form });
    const codes = listing({ form }).rows.map(({ code }) => code);
    const result = switchOff(bytes, edc15, codes);
    expect(result.outcome === 'done' && result.rowsAfter.map(({ state }) => state)).toEqual(codes.map(() => 'off'));
  },
);

test('a path without time limits shares those of the next path', () => {
  const row = listing({ form: 'compact' }).rows.find(({ code }) => code === 'P0101');
  expect(row?.sharedWith).toEqual(['P0102', 'P0103', 'P0104']);
});

test('a copy in which no fault paths are found prevents switching', () => {
  expect(listing().notSwitchable).toBeNull();
  expect(listing({ lacksLastTable: true }).notSwitchable?.message).toMatch(/every copy/);
});

test('no codes are listed without fault paths', () => {
  expect(edc15.dtcs?.list(new Image(edc15Sample({ form: null })))).toMatchObject({ outcome: 'not found' });
});
