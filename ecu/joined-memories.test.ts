import { expect, test } from 'vitest';
import { analyse, listReadNotes } from './analyse.ts';
import { reportOn } from './cli/inspect.ts';
import { bmwMe7Sample } from './families/bmw-me7/bmw-me7.sample.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { gmP04Sample } from './families/gm-p04/gm-p04.sample.ts';
import { me7Sample } from './families/me7/me7.sample.ts';
import { mss54Sample } from './families/mss54/mss54.sample.ts';
import { sid803TableSample } from './families/sid803/sid803.sample.ts';
import { swapPairs } from './forms/orders.ts';
import { inspect } from './inspect.ts';
import { switchOffInFile } from './switch-off-file.ts';
import { intelHex } from './testing/hex-text.ts';
import { dataMemory, joinMemories, describeParts, readSwitchable, switchOffJoined } from './testing/joined-memories.ts';
import { randomBytes } from './testing/sample-image.ts';

const eeprom = dataMemory(0x800);

const formOf = (file: Uint8Array) => {
  const { form, identification } = inspect(file);
  const familyId = identification.outcome === 'recognised' ? identification.family.familyId : null;
  return { name: form.name, parts: form.parts, familyId };
};

test.each([
  ['MSS54', mss54Sample],
  ['P04', gmP04Sample],
  ['SID803', sid803TableSample],
  ['ME7', me7Sample],
])('a program of %s and its data memory are named, the codes are off, and the data memory is as it was', (_, build) => {
  const sample = readSwitchable(build());
  for (const side of ['behind', 'in front'] as const) {
    for (const size of [0x200, 0x2000]) {
      expect({ side, size, ...switchOffJoined(sample, size, side) }).toEqual({
        side,
        size,
        parts: describeParts(sample, size, side),
        isAsExpected: true,
      });
    }
  }
});

test('the parts are stated wherever what is known about a file is stated, and the sums no longer cover all of it', () => {
  const file = joinMemories(edc16Sample(), eeprom, 'behind');
  const stated = 'Program: 0x0-0x7FFFF; data memory: 0x80000-0x807FF. The data memory is never changed.';
  expect(listReadNotes(analyse(file)).map(({ message }) => message)).toEqual([
    stated,
    'The known checksums cover 99 % of the file.',
  ]);
  expect(reportOn('file', file).parts).toBe(stated);
  expect(reportOn('file', edc16Sample()).parts).toBeNull();
});

test('a program that is not itself a full read is not divided, whatever the size of the file', () => {
  const part = edc16Sample().subarray(0, 0x7f000);
  expect(formOf(joinMemories(part, eeprom, 'behind'))).toMatchObject({ familyId: 'edc16', parts: null });
  expect(formOf(joinMemories(randomBytes(0x80000, 3), eeprom, 'behind'))).toMatchObject({
    familyId: null,
    parts: null,
  });
});

test('blank bytes behind a program are padding, and no data memory', () => {
  const padded = joinMemories(edc16Sample(), new Uint8Array(0x800).fill(0xff), 'behind');
  expect(formOf(padded)).toMatchObject({ familyId: 'edc16', parts: null });
});

test.each(['behind', 'in front'] as const)(
  'where one half of a file is a read, and the other half stands %s, it is named',
  (side) => {
    const { hint, identification } = inspect(joinMemories(mss54Sample(), randomBytes(0x10000, 5), side));
    expect(identification.outcome).toBe('unknown');
    expect(hint?.code).toBe('ecu.half_recognised');
    const part = side === 'behind' ? '0x0-0xFFFF' : '0x10000-0x1FFFF';
    expect(hint?.values).toEqual({ part, unit: 'Siemens MSS52, MSS54, MSS54HP' });
    expect(inspect(randomBytes(0x20000, 5)).hint).toBeNull();
  },
);

test('a file of the size of a chip is not divided', () => {
  const chip = joinMemories(bmwMe7Sample(), dataMemory(0x10000), 'behind');
  expect(formOf(chip)).toEqual({ name: 'as it is', parts: null, familyId: 'bmw-me7' });
});

test('a joined file is also read byte-swapped, as a text of records, and with a program that is stored twice', () => {
  const file = joinMemories(mss54Sample(), eeprom, 'in front');
  const parts = { program: { at: 0x800, end: 0x10800 }, data: { at: 0, end: 0x800 } };
  expect(formOf(file)).toEqual({ name: 'with data memory', parts, familyId: 'mss54' });
  expect(formOf(swapPairs(file))).toEqual({ name: 'with data memory, byte-swapped', parts, familyId: 'mss54' });
  const text = new TextEncoder().encode(intelHex(file));
  expect(formOf(text)).toEqual({ name: 'Intel HEX, with data memory', parts, familyId: 'mss54' });

  const [program, data] = [me7Sample(), dataMemory(0x8000)];
  const twice = joinMemories(joinMemories(program, program, 'behind'), data, 'behind');
  expect(formOf(twice)).toMatchObject({ name: 'with data memory, doubled', familyId: 'me7' });
  const { code, changed } = readSwitchable(program);
  const result = switchOffInFile(twice, [code]);
  const expected = joinMemories(joinMemories(changed, changed, 'behind'), data, 'behind');
  expect(result.outcome === 'done' && Buffer.compare(result.file, expected)).toBe(0);
});
