import { expect, test } from 'vitest';
import type { SwitchedOff } from './switch-off.ts';
import { switchOff } from './switch-off.ts';
import { toyFamily, toySample } from './testing/toy-family.ts';
import { sentence } from './sentence.ts';

function done(result: ReturnType<typeof switchOff>): SwitchedOff {
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  return result;
}

test('a code is switched off in every entry that contains it, and the checksum is corrected', () => {
  const input = toySample();
  const { bytes, dtcChanges, checksumChanges, rowsAfter, warnings } = done(switchOff(input, toyFamily(), ['P0401']));
  expect(dtcChanges.map(({ at }) => at)).toEqual([0x100, 0x101]);
  expect(checksumChanges.map(({ at }) => at)).toEqual([0x400]);
  expect(rowsAfter.find(({ code }) => code === 'P0401')?.state).toBe('off');
  const changed = [...bytes.keys()].filter((at) => bytes[at] !== input[at]);
  expect(changed).toEqual([0x100, 0x101, 0x400, 0x401]);
  expect(warnings).toEqual([]);
});

test('the input is left unchanged', () => {
  const input = toySample();
  switchOff(input, toyFamily(), ['P0401']);
  expect(input).toEqual(toySample());
});

test('the input is left unchanged even if it is a kind of array that shares its bytes with its slices', () => {
  const input = toySample();
  // The way Node's Buffer does it.
  input.slice = ((start?: number, end?: number) => input.subarray(start, end)) as typeof input.slice;
  const { bytes } = done(switchOff(input, toyFamily(), ['P0401']));
  expect([...input]).toEqual([...toySample()]);
  expect([...bytes]).not.toEqual([...input]);
});

test('a code that shares an entry is reported too', () => {
  expect(done(switchOff(toySample(), toyFamily(), ['P0402'])).alsoChanged).toEqual(['P0401']);
  expect(done(switchOff(toySample(), toyFamily(), ['P0404'])).alsoChanged).toEqual([]);
});

test('a code that is already off stays untouched while another is switched off', () => {
  const result = done(switchOff(toySample(), toyFamily(), ['P0403', 'P0404']));
  expect(result.alreadyOff).toEqual(['P0403']);
  expect(result.dtcChanges.map(({ at }) => at)).toEqual([0x103]);
});

test.each([
  { name: 'nothing but codes that are off already', codes: ['P0403'], kind: 'nothing to do' },
  { name: 'no code at all', codes: [], kind: 'nothing to do' },
  { name: 'a code that is not in the file', codes: ['P0404', 'P0999'], kind: 'unknown code' },
])('$name is refused', ({ codes, kind }) => {
  expect(switchOff(toySample(), toyFamily(), codes)).toMatchObject({ outcome: 'refused', kind });
});

test('a table that may not be switched is refused with its reason', () => {
  const result = switchOff(toySample(), toyFamily({ isNotSwitchable: true }), ['P0401']);
  expect(result).toEqual({ outcome: 'refused', kind: 'not switchable', reason: sentence('switching_not_known') });
});

test('a family without a table, or without a known way to switch it, is refused', () => {
  const family = toyFamily();
  expect(switchOff(toySample(), { ...family, dtcs: null }, ['P0401'])).toMatchObject({ kind: 'no table' });
  const listOnly = {
    ...family,
    dtcs: { list: () => ({ outcome: 'not found' as const, reason: sentence('no_known_table') }), switchOff: null },
  };
  expect(switchOff(toySample(), listOnly, ['P0401'])).toMatchObject({
    kind: 'no table',
    reason: sentence('no_known_table'),
  });
});

test('on request, a checksum that was wrong before is corrected first, as a separate step', () => {
  const input = toySample({ wrongSum: true });
  const result = done(switchOff(input, toyFamily(), ['P0401'], { repairChecksums: true }));
  expect(result.repairChanges.map(({ at }) => at)).toEqual([0x400]);
  expect(result.repairChanges[0]?.after).toEqual(toySample().slice(0x400, 0x402));
  expect(result.checksumsBefore.every(({ state }) => state === 'ok')).toBe(true);
  expect(result.bytes).toEqual(done(switchOff(toySample(), toyFamily(), ['P0401'])).bytes);
  expect(done(switchOff(toySample(), toyFamily(), ['P0401'], { repairChecksums: true })).repairChanges).toEqual([]);
});

test.each([{ cannotCorrect: true }, { correctsElsewhere: true }])('a repair with %o is refused', (faults) => {
  const input = toySample({ wrongSum: true });
  const result = switchOff(input, toyFamily(faults), ['P0401'], { repairChecksums: true });
  expect(result).toMatchObject({ outcome: 'refused', kind: 'unexplained' });
});

test('a checksum that was wrong before is corrected only on request, and this is reported', () => {
  const input = toySample({ wrongSum: true });
  expect(switchOff(input, toyFamily(), ['P0401'])).toMatchObject({ kind: 'checksum wrong before' });
  const result = done(switchOff(input, toyFamily(), ['P0401'], { acceptWrongChecksums: true }));
  expect(result.checksumsAfter.every(({ state }) => state === 'ok')).toBe(true);
  expect(result.warnings).toEqual([sentence('checksum_was_wrong', { name: 'sum' })]);
});

test.each([
  { name: 'switches one more entry than it was asked to', faults: { changesOneMore: true } },
  { name: 'switches an entry of a code that stays partly off', faults: { changesPartlyOff: true } },
  { name: 'changes a byte that belongs to no entry', faults: { changesBesideEntries: true } },
  { name: 'leaves an entry on', faults: { leavesOneOn: true } },
  { name: 'expects other bytes than those in the file', faults: { mistakesBytesBefore: true } },
  { name: 'cannot put the checksum right', faults: { cannotCorrect: true } },
  { name: 'writes outside the checksum cells', faults: { correctsElsewhere: true } },
  { name: 'does not find the table again', faults: { tableIsLost: true } },
  { name: 'no longer believes a checksum that was right', faults: { doubtsWrongSum: true } },
  { name: 'takes the result for another program', faults: { renamesProgram: true } },
])('no file results from a family that $name', ({ faults }) => {
  expect(switchOff(toySample(), toyFamily(faults), ['P0401'])).toMatchObject({ kind: 'unexplained' });
});

test('where no real file has proved the sums, one that does not match is neither repaired nor accepted as wrong', () => {
  const family = toyFamily({ areSumsNotProved: true });
  for (const options of [{}, { repairChecksums: true }, { acceptWrongChecksums: true }]) {
    const result = done(switchOff(toySample({ wrongSum: true }), family, ['P0401'], options));
    expect(result.checksumsBefore).toMatchObject([{ state: 'unknown', correct: null, cells: [] }]);
    expect([...result.repairChanges, ...result.checksumChanges]).toEqual([]);
    expect(result.warnings.map(({ code }) => code)).toEqual(['ecu.checksum_not_known']);
  }
  // All of them match here, so this file proves how they are computed.
  expect(done(switchOff(toySample(), family, ['P0401'])).checksumChanges).toHaveLength(1);
});

test('what was not corrected is reported: an unknown checksum, and a signature that will not match', () => {
  const without = done(switchOff(toySample(), toyFamily({ hasNoChecksum: true }), ['P0401']));
  expect(without.warnings[0]?.message).toMatch(/not corrected/);
  const signed = done(switchOff(toySample(), toyFamily({ hasSignature: true }), ['P0401']));
  expect(signed.warnings[0]?.message).toMatch(
    /signature "RSA" will not match after a change; the flash tool must handle it/,
  );
});
