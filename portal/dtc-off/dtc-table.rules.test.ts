import { describe, expect, test } from 'vitest';
import type { DtcRow } from './dtc-off.contract.ts';
import {
  countFunctions,
  decimalText,
  findRows,
  hexText,
  isSelectable,
  matchReport,
  statusNow,
} from './dtc-table.rules.ts';

const row = (dtc: string, fields: Partial<DtcRow> = {}): DtcRow => ({
  dtc,
  dtc_int: Number.parseInt(dtc.slice(1), 16),
  status: 'ON',
  state_known: true,
  info: null,
  maker_number: null,
  partly_off: false,
  emission: false,
  functions: [],
  shared_with: [],
  locked: null,
  ...fields,
});

test.each([
  [0x401, '0x0401', '1025'],
  [0xc100, '0xC100', '49408'],
  [0xf, '0x0F', '15'],
  [0, '0x00', '0'],
  ['1025', '0x0401', '1025'],
  ['0x1af', '0x01AF', '431'],
  ['29CD', '29CD', null],
  ['n/a', 'n/a', null],
])('%s is shown as %s with %s in the tooltip (C-DTC-06, X-DTC-09)', (value, hex, decimal) => {
  expect(hexText(value)).toBe(hex);
  expect(decimalText(value)).toBe(decimal);
});

const none = new Set<string>();
const rows = [
  row('P0401', { info: 'EGR flow insufficient', functions: ['egr'] }),
  row('P0402', { functions: ['egr'], maker_number: '16786' }),
  row('P2002', { functions: ['particle filter'] }),
  row('P0101', { status: 'OFF', functions: ['egr'], locked: 'It is OFF already.' }),
  row('P0420', { locked: 'This portal does not switch it off.' }),
];

describe('searching looks at every column, whatever the case (C-DTC-02, X-DTC-08)', () => {
  test.each([
    ['p040', ['P0401', 'P0402']],
    ['0X2002', ['P2002']],
    ['1025', ['P0401']],
    ['off', ['P0101']],
    ['egr FLOW', ['P0401']],
    ['16786', ['P0402']],
    ['nothing', []],
  ])('%s', (search, codes) => expect(findRows(rows, search, none).map(({ dtc }) => dtc)).toEqual(codes));

  test('a chosen row is found as OFF, and no longer as ON', () => {
    const found = (search: string) => findRows(rows, search, new Set(['P2002'])).map(({ dtc }) => dtc);
    expect(found('OFF')).toEqual(['P2002', 'P0101']);
    expect(found('ON')).not.toContain('P2002');
  });
});

test('a row that was OFF, or that the portal locks, cannot be chosen (C-DTC-S03, X-DTC-06)', () => {
  expect(rows.filter(isSelectable).map(({ dtc }) => dtc)).toEqual(['P0401', 'P0402', 'P2002']);
  expect(statusNow(row('P0401'), new Set(['P0401']))).toBe('OFF');
  expect(statusNow(row('P0401'), none)).toBe('ON');
});

test('functions are counted over the rows that can be chosen, the fullest first', () => {
  expect(countFunctions(rows)).toEqual([
    { name: 'egr', codes: ['P0401', 'P0402'] },
    { name: 'particle filter', codes: ['P2002'] },
  ]);
});

test('a report chooses what is in the file, and names what is locked and what is not there', () => {
  const reported = ['P0401', 'P0420', 'P0999'].map((code) => ({ code, number: null, asWritten: code }));
  const numbers = [
    { code: null, number: '16786', asWritten: '16786' },
    { code: null, number: '29CD', asWritten: '0x29CD' },
  ];
  expect(matchReport(rows, [...reported, ...numbers, ...reported])).toEqual({
    chosen: ['P0401', 'P0402'],
    locked: ['P0420'],
    missing: ['P0999', '0x29CD'],
  });
});
