import { expect, test } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { summarise } from '../../../../ecu/summary.ts';
import { dataMemory, joinMemories } from '../../../../ecu/testing/joined-memories.ts';
import { findingsOf } from './findings.ts';

const findIn = (bytes: Uint8Array) => findingsOf(summarise(bytes));

test('a recognised dump is shown with its facts, the offset of each, and its checksums', () => {
  const bytes = edc16Sample();
  const { verdict, isRecognised, facts, reasons, checksums } = findIn(bytes);
  expect([isRecognised, verdict]).toEqual([true, expect.stringMatching(/^Recognised: Bosch EDC16/)]);
  const software = facts.find(({ name }) => name === 'Software number');
  expect(software).toMatchObject({ value: '1037380001', at: expect.any(Number) });
  const at = software?.at ?? 0;
  expect(String.fromCharCode(...bytes.subarray(at, at + 10))).toBe('1037380001');
  expect(reasons.length).toBeGreaterThan(0);
  expect(checksums.map(({ state }) => state)).toContain('ok');
});

test('what the known checksums cover is stated, and a file that was cut short is named as such', () => {
  const covered = (bytes: Uint8Array) => findIn(bytes).facts.find(({ name }) => name === 'Covered by known checksums');
  expect([covered(edc16Sample())?.value, findIn(edc16Sample()).hint]).toEqual(['100 % of the file', null]);
  const cut = edc16Sample().subarray(0, -1);
  expect(covered(cut)?.value).toBe('50 % of the file');
  expect(findIn(cut).hint).toMatch(/1 byte shorter than a full read .* cannot be checked, because the file ends at/);
});

test('a program and a data memory in one file are named', () => {
  const parts = (bytes: Uint8Array) => findIn(bytes).facts.find(({ name }) => name === 'Parts')?.value;
  expect(parts(joinMemories(edc16Sample(), dataMemory(0x800), 'in front'))).toMatch(
    /^Program: 0x800-0x807FF; data memory: 0x0-0x7FF\./,
  );
  expect(parts(edc16Sample())).toBeUndefined();
});

test('a file that is not a dump is shown as what it is', () => {
  const { verdict, isRecognised, codes, codesNote } = findIn(new TextEncoder().encode('just a text\n'.repeat(5000)));
  expect([isRecognised, verdict]).toEqual([false, 'Not recognised: text.']);
  expect([codes, codesNote]).toEqual([[], null]);
});
