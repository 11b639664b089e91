import { expect, test } from 'vitest';
import { findContradictions } from './contradictions.rules.ts';
import type { Identification } from './identification.calls.ts';

const readAs = (maker: string, model: string | null): Pick<Identification, 'control_unit' | 'facts'> => ({
  control_unit: { family: 'edc16', maker, models: ['EDC16'], evidence: [] },
  facts: model === null ? [] : [{ name: 'model', value: model, at: 16, strength: 'implied', place: null }],
});

test.each([
  ['EDC17CP14', 'EDC16U34', true],
  ['EDC16CP34', 'EDC16U34', true],
  ['Audi A4, ME 7.1', 'ME7.5', true],
  ['EDC16', 'EDC16U34', false],
  ['EDC16U34 0281019999', 'EDC16U34', false],
  ['EDC 17 C46', 'EDC17C46', false],
  ['Bosch ME7.5', 'ME7.5.10', false],
  ['Golf5', 'EDC16U34', false],
  ['0281012345', 'EDC16U34', false],
  ['EDC17CP14', null, false],
])('entering %s when the file contains %s is a contradiction: %s', (ecu, model, isContradiction) => {
  const expected = isContradiction ? [{ field: 'ecu', entered: ecu, read: model }] : [];
  expect(findContradictions({ brand: '', model: 'Bosch', ecu }, readAs('Bosch', model))).toEqual(expected);
});

const listFields = (model: string, read: ReturnType<typeof readAs>) =>
  findContradictions({ brand: '', model, ecu: '' }, read).map(({ field }) => field);

test('another control unit maker is a contradiction; another name of the same maker is not, nor is Other', () => {
  expect(listFields('Delphi', readAs('Bosch', null))).toEqual(['model']);
  expect(listFields('Continental', readAs('Siemens', null))).toEqual([]);
  expect(listFields('GM', readAs('Delphi', null))).toEqual([]);
  expect(listFields('Other', readAs('Bosch', null))).toEqual([]);
});

test('a file that is not recognised contradicts nothing', () => {
  expect(listFields('Delphi', readAs('Bosch', null))).toEqual(['model']);
  expect(listFields('Delphi', { control_unit: null, facts: [] })).toEqual([]);
});

test.each([
  ['Volkswagen', 'General Motors', true],
  ['Opel', 'General Motors', false],
  ['Škoda', 'Volkswagen Group', false],
  ['Ford', 'Volkswagen', false],
  ['BMW', 'Audi', true],
  ['Mini', 'BMW', false],
  ['Land Rover', 'Ford', false],
  ['Mercedes-Benz', 'Volkswagen Group', true],
  ['Claas', 'BMW', false],
  ['My own make', 'BMW', false],
  ['', 'BMW', false],
  ['BMW', 'A maker without a list', false],
])('a file uploaded as %s whose bytes name %s is a contradiction: %s', (brand, value, isContradiction) => {
  const read = readAs('Bosch', null);
  const facts = [{ name: 'vehicleManufacturer', value, at: 16, strength: 'implied', place: null }] as const;
  const expected = isContradiction ? [{ field: 'brand', entered: brand, read: value }] : [];
  expect(findContradictions({ brand, model: '', ecu: '' }, { ...read, facts: [...facts] })).toEqual(expected);
});
