import { expect, test } from 'vitest';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { me7Sample } from '../../../ecu/families/me7/me7.sample.ts';
import { switchOffInFile } from '../../../ecu/switch-off-file.ts';
import { dataMemory, joinMemories } from '../../../ecu/testing/joined-memories.ts';
import { findChanges } from './places.ts';

function makeFile(original: Uint8Array, codes: string[]): Uint8Array {
  const result = switchOffInFile(original, codes);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  return result.file;
}

test.each([
  ['EDC16', edc16Sample],
  ['ME7', me7Sample],
])('every changed byte of a generated %s belongs to a chosen code or a checksum', (_, sample) => {
  const original = sample();
  const listed = findChanges(original, original, []).table;
  expect(listed).not.toBeNull();
  const codes = ['P0102', 'P0112', 'P0118', 'P0122', 'P0123'].filter(
    (code) => switchOffInFile(original, [code]).outcome === 'done',
  );
  expect(codes.length).toBeGreaterThan(1);
  const { places, bytesChanged, before, after } = findChanges(original, makeFile(original, codes), codes);
  expect(places.filter(({ kind }) => kind === 'other')).toEqual([]);
  expect(places.some(({ kind }) => kind === 'checksum')).toBe(true);
  const named = new Set(places.filter(({ kind }) => kind === 'trouble codes').flatMap(({ names }) => names));
  expect([...named].toSorted()).toEqual(codes.toSorted());
  let differing = 0;
  for (const [at, byte] of before.entries()) if (byte !== after[at]) differing += 1;
  expect(bytesChanged).toBe(differing);
});

test('every changed byte of a memory that is in the file twice is listed, in both copies, with its reason', () => {
  const original = joinMemories(edc16Sample(), edc16Sample(), 'behind');
  const { places, bytesChanged, before } = findChanges(original, makeFile(original, ['P0122']), ['P0122']);
  const once = findChanges(edc16Sample(), makeFile(edc16Sample(), ['P0122']), ['P0122']);
  const again = once.places.map((place) => ({ ...place, at: place.at + 0x80000, end: place.end + 0x80000 }));
  expect([bytesChanged, before.length]).toEqual([2 * once.bytesChanged, original.length]);
  expect(places).toEqual([...once.places, ...again]);
});

test('a code that was off in one copy of the memory is the reason for what changed in the other', () => {
  const original = joinMemories(makeFile(edc16Sample(), ['P0122']), edc16Sample(), 'behind');
  const { places } = findChanges(original, makeFile(original, ['P0122']), ['P0122']);
  expect(places.map(({ kind }) => kind).toSorted()).toEqual(
    findChanges(edc16Sample(), makeFile(edc16Sample(), ['P0122']), ['P0122'])
      .places.map(({ kind }) => kind)
      .toSorted(),
  );
});

test('a changed byte of a data memory beside the program is listed', () => {
  const original = joinMemories(edc16Sample(), dataMemory(0x800), 'behind');
  const changed = original.map((byte, at) => (at === 0x80010 ? byte ^ 1 : byte));
  expect(findChanges(original, changed, []).places).toEqual([{ at: 0x80010, end: 0x80011, kind: 'other', names: [] }]);
});

test('an undeclared byte is reported as not explained', () => {
  const original = edc16Sample();
  const made = makeFile(original, ['P0122']);
  made[0x100] = (made[0x100] ?? 0) ^ 1;
  expect(findChanges(original, made, ['P0122']).places[0]).toEqual({ at: 0x100, end: 0x101, kind: 'other', names: [] });
});

test('a code that was not chosen does not explain any change', () => {
  const original = edc16Sample();
  const made = makeFile(original, ['P0122']);
  const other = findChanges(original, made, ['P0227']);
  expect(other.places.filter(({ kind }) => kind === 'trouble codes')).toEqual([]);
  expect(other.places.some(({ kind }) => kind === 'other')).toBe(true);
});
