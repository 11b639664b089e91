import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { sid803 } from './sid803.family.ts';
import type { Sid803Options } from './sid803.sample.ts';
import { sid803Sample, sid803TableAt, sid803TableSample } from './sid803.sample.ts';

const list = (options: Sid803Options = {}) => sid803.dtcs?.list(new Image(sid803TableSample(options)));
const statesOf = (bytes: Uint8Array) => sid803.checksums?.(new Image(bytes)).map(({ state }) => state);

test('rows are listed by code, without the empty ones around the table', () => {
  const listing = list();
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.tableAt).toBe(sid803TableAt);
  const findRow = (expected: string) => listing.rows.find(({ code }) => code === expected);
  expect(findRow('P0473')).toMatchObject({ state: 'partial', paths: [0, 1] });
  expect(findRow('P100A')).toMatchObject({ state: 'on', paths: [9, 10], sharedWith: ['P1009'] });
  expect(listing.rows).toHaveLength(198);
});

test('the same rows are listed however many zeros follow the table', () => {
  const end = sid803TableAt + 200 * 22;
  for (const zeros of [150, 210, 420]) {
    const bytes = sid803TableSample()
      .fill(0, end, end + zeros * 22)
      .fill(0xff, end + zeros * 22, end + (zeros + 2) * 22);
    expect(sid803.dtcs?.list(new Image(bytes)), `${zeros} rows`).toEqual(list());
  }
});

test.each<Sid803Options>([
  { count: 170 },
  { unevenRow: true },
  { gapInList: true },
  { strayByte: true },
  { hasSecondTable: true },
])('no table is found with %o', (options) => {
  expect(list(options)).toMatchObject({ outcome: 'not found' });
});

test('no table is found in an 803A, whose rows are different', () => {
  expect(sid803.dtcs?.list(new Image(sid803Sample()))).toMatchObject({ outcome: 'not found' });
});

test('switching off clears the class in every row with the code, and the CRC of the calibration matches again', () => {
  const input = sid803TableSample();
  expect(statesOf(input)).toEqual(['ok']);
  const result = switchOff(input, sid803, ['P0473', 'P100A']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges.map(({ at }) => (at - sid803TableAt) / 22)).toEqual([0, 9, 10].map((row) => row + 20 / 22));
  expect(result.checksumChanges.map(({ at }) => at)).toEqual([0x40104]);
  expect(result.alsoChanged).toEqual(['P1009']);
  expect(statesOf(result.bytes)).toEqual(['ok']);
  expect(result.warnings).toEqual([]);
});

test('every code can be switched off, and the table is found again', () => {
  const listing = list();
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  const all = listing.rows.map(({ code }) => code);
  expect(switchOff(sid803TableSample(), sid803, all)).toMatchObject({ outcome: 'done' });
});

test('an edited calibration is refused unless its CRC may be corrected', () => {
  const edited = sid803TableSample({ breaksCalibration: true });
  expect(statesOf(edited)).toEqual(['wrong']);
  expect(switchOff(edited, sid803, ['P0473'])).toMatchObject({ kind: 'checksum wrong before' });
  expect(switchOff(edited, sid803, ['P0473'], { acceptWrongChecksums: true })).toMatchObject({ outcome: 'done' });
});
