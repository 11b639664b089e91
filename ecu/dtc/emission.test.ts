import { expect, test } from 'vitest';
import { findEmissionReason, emissionReasons } from './emission.ts';
import { codesOfFunction, dtcFunctions } from './functions.ts';
import { everyCode } from '../testing/every-code.ts';

test.each([
  ['P0420', 'catalyst'],
  ['P0430', 'catalyst'],
  ['P0131', 'lambda'],
  ['P2195', 'lambda'],
  ['P0171', 'lambda'],
  ['P2187', 'lambda'],
  ['P0401', 'egr'],
  ['P0403', 'egr'],
  ['P2413', 'egr'],
  ['P2002', 'particle filter'],
  ['P2453', 'particle filter'],
  ['P2463', 'particle filter'],
  ['P20EE', 'nox'],
  ['P2202', 'nox'],
  ['P203F', 'nox'],
  ['P204F', 'nox'],
  ['U029D', 'nox'],
  ['P0442', 'evap'],
  ['P0455', 'evap'],
  ['P0411', 'secondary air'],
  ['P2440', 'secondary air'],
  ['P0300', 'misfire'],
  ['P0304', 'misfire'],
  ['P0544', 'exhaust temperature sensor'],
  ['P242A', 'exhaust temperature sensor'],
  ['P0471', 'exhaust pressure sensor'],
  ['P0101', 'air sensor'],
  ['P0106', 'air sensor'],
  ['P0335', 'crankshaft sensor'],
  ['P0341', 'crankshaft sensor'],
  ['P1402', 'emission control'],
])('%s concerns emissions: %s', (code, reason) => expect(findEmissionReason(code)).toBe(reason));

test.each([
  'P0087',
  'P0110',
  'P0116',
  'P0121',
  'P0201',
  'P0230',
  'P0299',
  'P0325',
  'P0380',
  'P0480',
  'P0500',
  'P0513',
  'P0520',
  'P0533',
  'P0562',
  'P0571',
  'P0601',
  'P0606',
  'P0616',
  'P0645',
  'P0700',
  'P0841',
  'P1557',
  'P1602',
  'P1780',
  'P2135',
  'P2714',
  'B1000',
  'C0035',
  'U0100',
  'U0155',
])('%s does not concern emissions', (code) => {
  expect([findEmissionReason('P0401'), findEmissionReason(code)]).toEqual(['egr', null]);
});

test.each(['P1127', 'P1340', 'P3013', '4A7D', '4507', '06'])(
  '%s is a maker’s own code whose meaning is not public',
  (code) => expect(findEmissionReason(code)).toBe('unknown'),
);

test('a code of unknown meaning gets its reason from the other codes of its fault path', () => {
  expect(findEmissionReason('4507', ['4508', 'P0401'])).toBe('egr');
  expect(findEmissionReason('4507', ['P0562', '4508'])).toBeNull();
  expect(findEmissionReason('4507', ['P0562', 'P0300'])).toBe('misfire');
  expect(findEmissionReason('4507', ['4508'])).toBe('unknown');
  // A code that SAE defines is judged on its own.
  expect(findEmissionReason('P0562', ['P0401'])).toBeNull();
});

test('every code of an emission control function concerns emissions, and no other function does entirely', () => {
  const controls = [
    'egr',
    'particle filter',
    'oxygen sensor',
    'nox',
    'adblue',
    'catalyst',
    'evap',
    'secondary air',
    'misfire',
  ];
  const sensors = ['air flow sensor', 'manifold pressure', 'exhaust temperature'];
  const concerned = dtcFunctions.filter((name) =>
    codesOfFunction(name).every((code) => findEmissionReason(code) !== null),
  );
  expect(concerned.sort()).toEqual([...controls, ...sensors].sort());
});

test('the reasons of all codes are those of the list, which has each only once and ends with unknown', () => {
  const codes = everyCode();
  const reasons = new Set(codes.flatMap((code) => findEmissionReason(code) ?? []));
  expect([...reasons].toSorted()).toEqual(emissionReasons.toSorted());
  expect(new Set(emissionReasons).size).toBe(emissionReasons.length);
  expect(emissionReasons.at(-1)).toBe('unknown');
});
