import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport } from './report.ts';
import { everyCode } from '../testing/every-code.ts';

/** The codes that are read, in the short form that a person would write: the code, or the maker's number. */
const read = (text: string) => readReport(text).codes.map(({ code, number }) => code ?? number);

test.each([
  ['VCDS', '16785 - Exhaust Gas Recirculation System: Flow \n      P0401 - 008 - Implausible', ['P0401']],
  ['VCDS, two faults', '17965 - Charge Pressure\n  P1557 - 35-00\n16684 - Misfire\n P0300 - 35-10', ['P1557', 'P0300']],
  ['VCDS with CAN', '008213 - Intake Manifold Flap\n      P2015 - 001 - Implausible Signal', ['P2015']],
  ['VCDS, maker digits', '012555 - Low Pressure Fuel Regulation\n     P310B - 001 - Fuel Pressure', ['P310B']],
  ['ODIS', 'P040100 [008]: EGR flow insufficient\nP0401 00 [009] passive', ['P0401']],
  ['INPA', 'INPA\n4530 Luftmassenmesser\n29CD Verbrennungsaussetzer, Zylinder 1', ['4530', '29CD']],
  ['ISTA', '0x29CD Misfire\n0x1F0904 Gateway', ['29CD', '1F0904']],
  ['Delphi', 'Autocom\nP0401-1F EGR (Permanent)\nP2002-00 - Particulate filter', ['P0401', 'P2002']],
  ['Launch', 'X431\nP20EE\tSCR NOx catalyst efficiency\tCurrent\nU0100:00 Lost communication', ['P20EE', 'U0100']],
  ['Techstream', 'P0171 System too lean Current Pending\nC1201 Engine control', ['P0171', 'C1201']],
  ['Torque', '"P0420","Catalyst"\n"P0430","Catalyst"', ['P0420', 'P0430']],
  ['Ford', 'P0401:00-28\nB10A2:13-0A', ['P0401', 'B10A2']],
])('a report from %s is read', (_, text, expected) => expect(read(text)).toEqual(expected));

test.each([
  'P0401,P2002,P0299',
  'P0401;P2002;P0299',
  'P0401\nP2002\r\nP0299',
  'P0401 P2002 P0299 p0401',
  'please off: p0401, P 2002 and PO299.',
  '16785/P0401 P2002-00 P0299FF',
  '16785, 18434, 16683',
])('a list is read whatever its separators: %j', (text) => expect(read(text)).toEqual(['P0401', 'P2002', 'P0299']));

test('the original spelling, the offset and the failure type are returned', () => {
  expect(readReport('x P0401-1f, 0x29cd').codes).toEqual([
    { kind: 'code', code: 'P0401', number: null, failureType: '1F', asWritten: 'P0401-1f', offset: 2 },
    { kind: 'maker number', code: null, number: '29CD', failureType: null, asWritten: '0x29cd', offset: 12 },
  ]);
  expect(readReport('P040100').codes).toMatchObject([{ code: 'P0401', failureType: '00', asWritten: 'P040100' }]);
  expect(readReport('P1557-35-00').codes).toMatchObject([{ code: 'P1557', failureType: null, asWritten: 'P1557' }]);
  const vag = { kind: 'vag number', number: '17965', code: 'P1557', offset: 0 };
  expect(readReport('17965 - P1557').codes).toMatchObject([vag]);
});

test.each([
  'Date: 12.03.2021 14:30, 2021-03-12, 12/03/2021',
  'Mileage: 17965 km\n4530 km\n17965km\nKm-Stand 16785',
  'Part No SW: 03G 906 016 B HW: 03G906016\n8P0907115B\n1K0 907 115\n0281012345 1037381234',
  'Call 0171 4530 or +49 30 17965, fax 030/16785',
  'WAUZZZ8P0BA123456\nVIN: WVWZZZ1KZ8P040100',
  'VCID: 1F3D4A5B6C7D8E9F-8042\nShop #: WSC 16785 257 00032',
  '2015 Audi A4\n1999 model\n2000 built',
  'invoice\n17965\nthank you',
  '17965 Burg Stargard',
  'C0FFEE XP0401 P0401Z P04012345 _P0401 P0000 P4401',
  '17384 - no such number\n01314 - Engine Control Module',
  '3000 rpm\n2500 mV at idle',
  'DEAD BEEF CAFE',
])('no code is read from %j', (text) => {
  expect(read(`${text}\nP0401`)).toHaveLength(1);
  expect(read(text)).toEqual([]);
});

test('a number that contradicts the code beside it is ignored, and the code is read', () => {
  expect(readReport('see 16786/P0401').codes).toMatchObject([{ kind: 'code', code: 'P0401' }]);
});

test('bare digits count as BMW numbers only where the text is about a BMW', () => {
  expect(read('4530 Luftmassenmesser')).toEqual([]);
  expect(read('BMW E60\n4530 Luftmassenmesser\n4000 km')).toEqual(['4530']);
});

test.each([
  ['4507 Luftmassenmesser', ['4507']],
  ['4507: Air mass', ['4507']],
  ['  4507 - Air mass\n437d   Charge pressure\nC907 Bus', ['4507', '437D', 'C907']],
  ['Hello, please switch off 4A7D and 422a, thank you', ['4A7D', '422A']],
  ['06, 4507', ['06', '4507']],
  ['4507\nthank you', ['4507']],
])('a number contained in the file is read from %j, whether or not the text is about a BMW', (text, expected) => {
  const own = new Set(['4507', '437D', 'C907', '4A7D', '422A', '06']);
  expect(readReport(text, own).codes.map(({ number }) => number)).toEqual(expected);
});

test('a number of the file in a list behind a code is read as both, so that the file decides', () => {
  const [text, own] = ['P141F, 29F6, 0420', new Set(['29F6'])];
  expect(readReport(text, own).codes.map(({ code, number }) => [code, number])).toEqual([
    ['P141F', null],
    ['P29F6', '29F6'],
    ['P0420', null],
  ]);
});

test.each(['4507 km', 'after 4507 rpm', 'Call 4507 or 4507', '06.11.2026', 'x4A7Dy'])(
  'even a number contained in the file is not read from %j',
  (text) => {
    const numbers = new Set(['4507', '4A7D', '06']);
    expect(readReport('4507', numbers).codes).toHaveLength(1);
    expect(readReport(text, numbers).codes).toEqual([]);
  },
);

test('whatever is pasted, no code is read twice, and each one is at its reported offset', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('P0401', '16785', ' - ', '/', '\n', '29CD', '0x', '-1F', ' 00 [', 'BMW', ',', 'P', '0', '\t'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const { codes } = readReport(text, new Set(['29CD', '16785', '2900']));
      for (const { asWritten, offset } of codes) expect(text.slice(offset, offset + asWritten.length)).toBe(asWritten);
      expect(new Set(codes.map(({ code, number }) => code ?? number)).size).toBe(codes.length);
      expect(codes.map(({ offset }) => offset)).toEqual(codes.map(({ offset }) => offset).toSorted((a, b) => a - b));
    }),
  );
});

test.each([' ', ',', ';', '\n', ', '])('codes are read back from lists of 1000 codes separated by %j', (separator) => {
  const codes = everyCode().filter((code) => !code.endsWith('0000'));
  expect(codes).toHaveLength(4 * 0x3fff);
  // Every list with one separator, and some with the others.
  for (let at = 0; at < codes.length; at += separator === ' ' ? 1000 : 13_000) {
    const list = codes.slice(at, at + 1000);
    expect(read(list.join(separator))).toEqual(list);
  }
});
