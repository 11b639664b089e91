import { expect, test } from 'vitest';
import { describeWith, loadDescriptions } from './descriptions.ts';
import { whoDefines, wordOfCode } from './spelling.ts';

const describeDtc = describeWith({
  generic: 'P0401 EGR: flow too low\nP2002 Filter',
  makers: {
    audi: 'P1557 Charge pressure too high',
    volkswagen: 'P1557 Charge pressure: positive deviation\nP1102 Heater',
    ford: 'P1102 Air flow sensor\nP0401 EGR flow, Ford\nP1500 Speed',
    mercury: 'P1500 Speed',
    kia: 'P1600 Lamp',
  },
});

test('a code that SAE defines has one text for all cars, and that of the maker where there is one', () => {
  expect(describeDtc('P0401')).toEqual({ text: 'EGR: flow too low', source: 'generic' });
  expect(describeDtc('P0401', 'BMW')).toEqual({ text: 'EGR: flow too low', source: 'generic' });
  expect(describeDtc('P0401', 'Ford')).toEqual({ text: 'EGR flow, Ford', source: 'manufacturer' });
});

test("a maker's code is described by the car's own maker, or not at all", () => {
  expect(describeDtc('P1102', 'Volkswagen')?.text).toBe('Heater');
  expect(describeDtc('P1102', 'Ford')?.text).toBe('Air flow sensor');
  expect(describeDtc('P1102', 'BMW')).toBeNull();
  expect(describeDtc('P1557', 'Audi')?.text).toBe('Charge pressure too high');
  for (const brand of ['Škoda', 'SEAT', 'Volkswagen Group']) {
    expect(describeDtc('P1557', brand)?.text).toBe('Charge pressure: positive deviation');
  }
});

test('without a known maker nothing is guessed', () => {
  expect(describeDtc('P1102')).toBeNull();
  expect(describeDtc('P1600')).toBeNull();
  expect(describeDtc('P1500')?.text).toBe('Speed');
  expect(describeDtc('P1999')).toBeNull();
  expect(describeDtc('P0401', 'constructor')?.source).toBe('generic');
});

test('the texts of the library are of codes that SAE defines, each once and in order', async () => {
  const describeOne = await loadDescriptions();
  const { lists } = await import('./descriptions.generated.ts');
  const codes = lists.generic.split('\n').map((line) => line.slice(0, 5));
  expect(codes.length).toBeGreaterThan(700);
  expect(codes).toEqual([...new Set(codes)].toSorted());
  for (const code of codes) {
    expect(wordOfCode(code)).not.toBeNull();
    expect(whoDefines(code)).toBe('SAE');
    expect(describeOne(code)?.text).toMatch(/^[A-Z].*[a-z0-9A-Z)]$/);
  }
  expect(describeOne('P0299')?.text).toMatch(/underboost/);
});
