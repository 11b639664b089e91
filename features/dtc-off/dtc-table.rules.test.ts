import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, findOffPaths, switchOff } from '../../ecu/index.ts';
import type { Family } from '../../ecu/index.ts';
import { readReport } from '../../ecu/dtc/report.ts';
import { msd80Sample } from '../../ecu/families/msd80/msd80.sample.ts';
import { medc17Sample } from '../../ecu/testing/medc17-sample.ts';
import { samples } from '../../ecu/testing/samples.ts';
import type { DtcRow } from './dtc-session.ts';
import {
  countFunctions,
  decimalText,
  findRows,
  hexText,
  isSelectable,
  listSwitchedOff,
  listToClear,
  listTogether,
  matchReport,
  ownNumbers,
  ownWords,
  statusNow,
} from './dtc-table.rules.ts';
import { sentence } from '../../contract/refusal.ts';
import { buildDtcRow } from './dtc-row.factory.ts';

test.each([
  [0x401, '0x0401', '1025'],
  [0xc100, '0xC100', '49408'],
  [0xf, '0x0F', '15'],
  [0, '0x00', '0'],
  ['1025', '0x0401', '1025'],
  ['0x1af', '0x01AF', '431'],
  ['29CD', '29CD', null],
  ['n/a', 'n/a', null],
])('%s is shown as %s with %s in the tooltip', { tags: ['C-DTC-06', 'X-DTC-09'] }, (value, hex, decimal) => {
  expect(hexText(value)).toBe(hex);
  expect(decimalText(value)).toBe(decimal);
});

const none = new Set<string>();
const rows = [
  buildDtcRow('P0401', { info: 'EGR flow insufficient', functions: ['egr'] }),
  buildDtcRow('P0402', { functions: ['egr'], maker_number: '16786' }),
  buildDtcRow('P2002', { functions: ['particle filter'] }),
  buildDtcRow('P0101', { status: 'OFF', functions: ['egr'], locked: sentence('errors.dtc-off.row_off') }),
  buildDtcRow('P0420', { locked: sentence('errors.dtc-off.row_blocked') }),
];

describe('a search covers every column and ignores case', { tags: ['C-DTC-02', 'X-DTC-08'] }, () => {
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

test('a row that was OFF, or is locked by the portal, cannot be chosen', { tags: ['C-DTC-S03', 'X-DTC-06'] }, () => {
  expect(rows.filter(isSelectable).map(({ dtc }) => dtc)).toEqual(['P0401', 'P0402', 'P2002']);
  expect(statusNow(buildDtcRow('P0401'), new Set(['P0401']), new Map())).toBe('OFF');
  expect(statusNow(buildDtcRow('P0401'), none, new Map())).toBe('ON');
});

test('functions are counted over the rows that can be chosen, the largest first', () => {
  expect(countFunctions(rows)).toEqual([
    { name: 'egr', codes: ['P0401', 'P0402'] },
    { name: 'particle filter', codes: ['P2002'] },
  ]);
});

test('a report chooses the codes in the file, and names those that are locked or missing', () => {
  const reported = ['P0401', 'P0420', 'P0999'].map((code) => ({ code, number: null, asWritten: code }));
  const numbers = [
    { code: null, number: '16786', asWritten: '16786' },
    { code: null, number: '29CD', asWritten: '0x29CD' },
  ];
  expect(matchReport(rows, [...reported, ...numbers, ...reported])).toEqual({
    chosen: ['P0401', 'P0402'],
    locked: ['P0420'],
    missing: ['P0999', '0x29CD'],
    several: [],
    ambiguous: [],
  });
});

describe('codes that share fault paths', () => {
  const shared = [
    buildDtcRow('P0616', { entries: [1, 2] }),
    buildDtcRow('P0617', { entries: [1] }),
    buildDtcRow('P0618', { entries: [2, 3] }),
    buildDtcRow('P0619', { entries: [3], off_entries: [3], status: 'OFF' }),
    buildDtcRow('P0620', { entries: [2, 4] }),
    buildDtcRow('P0621', { entries: [5] }),
    // Partly off already, through a path that belongs to no row alone.
    buildDtcRow('P0622', { entries: [2, 6], off_entries: [6] }),
  ];

  test('are OFF with a chosen one if all of their paths go, and partly OFF if some remain', () => {
    const together = listTogether(shared, new Set(['P0616']));
    expect(Object.fromEntries(together)).toEqual({
      P0617: { isWholly: true, by: ['P0616'] },
      // Its other path is off already.
      P0618: { isWholly: true, by: ['P0616'] },
      P0620: { isWholly: false, by: ['P0616'] },
      P0622: { isWholly: true, by: ['P0616'] },
    });
    const now = shared.map((one) => statusNow(one, new Set(['P0616']), together));
    expect(now).toEqual(['OFF', 'OFF', 'OFF', 'OFF', 'ON', 'ON', 'OFF']);
  });

  test('are not listed again if chosen themselves, and none are listed without a choice', () => {
    expect([...listTogether(shared, new Set(['P0616', 'P0617'])).keys()]).toEqual(['P0618', 'P0620', 'P0622']);
    expect(listTogether(shared, none).size).toBe(0);
  });

  const switchable = samples.flatMap(({ familyId, build }) => {
    const { family, image, listing } = analyse(build());
    if (family === null || listing?.outcome !== 'found' || listing.notSwitchable !== null) return [];
    const chosen = listing.rows.find(({ state, sharedWith }) => state === 'on' && sharedWith.length > 0);
    return chosen === undefined ? [] : [{ familyId, family, image, listing, chosen: chosen.code }];
  });

  /** Expects what is shown for a choice to equal the state in the changed bytes, and returns those bytes. */
  function expectShown(bytes: Uint8Array, family: Family, code: string): Uint8Array {
    const { image, listing } = analyse(bytes);
    if (listing?.outcome !== 'found' || family.dtcs === null) throw new Error('the table is not found');
    const off = findOffPaths(image, family.dtcs, listing.rows);
    const asRows = listing.rows.map((one) =>
      buildDtcRow(one.code, {
        status: one.state === 'off' ? 'OFF' : 'ON',
        entries: one.paths,
        off_entries: one.paths.filter((path) => off.has(path)),
      }),
    );
    const selected = new Set([code]);
    const together = listTogether(asRows, selected);
    const result = switchOff(image.bytes, family, [code]);
    if (result.outcome === 'refused') throw new Error(result.reason.message);
    const expected = result.rowsAfter.map((one) => [one.code, one.state === 'off' ? 'OFF' : 'ON']);
    expect(asRows.map((one) => [one.dtc, statusNow(one, selected, together)])).toEqual(expected);
    return result.bytes;
  }

  test.each(switchable)('the announced states are those read from the changed file: $familyId', (given) => {
    const { family, image, listing, chosen } = given;
    const changed = expectShown(image.bytes, family, chosen);
    // Now some rows are partly off, and only the bytes show which of their paths are.
    const stillOn = analyse(changed);
    const rowsLeft = stillOn.listing?.outcome === 'found' ? stillOn.listing.rows : [];
    const partly = new Set(rowsLeft.filter(({ state }) => state === 'partial').map(({ code }) => code));
    const next = listing.rows.filter(
      ({ code, sharedWith }) => partly.has(code) || sharedWith.some((one) => partly.has(one)),
    );
    const onNow = new Set(rowsLeft.filter(({ state }) => state !== 'off').map(({ code }) => code));
    for (const { code } of next.filter((one) => onNow.has(one.code))) expectShown(changed, family, code);
  });
});

describe('a toggle', () => {
  const shared = [
    buildDtcRow('P0001', { entries: [1] }),
    buildDtcRow('P0002', { entries: [1, 2] }),
    buildDtcRow('P0003', { entries: [2] }),
    buildDtcRow('P0004', { entries: [3] }),
  ];
  const codes = shared.map(({ dtc }) => dtc);
  const chooses = fc.uniqueArray(fc.constantFrom(...codes), { maxLength: 4 });

  test('names all that goes off: what is chosen, and what goes with it entirely', () => {
    expect(listSwitchedOff(shared, ['P0002'])).toEqual(['P0002', 'P0001', 'P0003']);
    expect(listSwitchedOff(shared, ['P0001'])).toEqual(['P0001']);
    expect(listSwitchedOff(shared, ['P0003', 'P0001'])).toEqual(['P0003', 'P0001', 'P0002']);
  });

  test('that is switched ON leaves its code on, whatever else was chosen', () => {
    fc.assert(
      fc.property(chooses, fc.constantFrom(...codes), (chosen, code) => {
        const left = chosen.filter((one) => !listToClear(shared, chosen, [code]).includes(one));
        expect(listSwitchedOff(shared, left)).not.toContain(code);
        expect(listSwitchedOff(shared, [...left, code])).toContain(code);
      }),
    );
  });
});

describe("a report with a maker's own numbers", () => {
  const rowsOf = (bytes: Uint8Array) => {
    const { listing } = analyse(bytes);
    if (listing?.outcome !== 'found') throw new Error('the sample has no table');
    return listing.rows.map(({ code, number, makerNumber }) =>
      buildDtcRow(code, { dtc_int: number, maker_number: makerNumber ?? null }),
    );
  };
  const read = (all: readonly DtcRow[], text: string) =>
    matchReport(all, readReport(text, ownNumbers(all), ownWords(all)).codes);

  test('finds every code of a file that has only such numbers, as written and as raw numbers', () => {
    const all = rowsOf(medc17Sample({ codes: 'maker', variant: '35/1/EDC17_CP02/5/P598//C598G3W1///' }));
    expect(all.length).toBeGreaterThan(100);
    expect(all.every(({ dtc, maker_number }) => /^[0-9A-F]{4}$/.test(dtc) && maker_number === null)).toBe(true);
    const codes = all.map(({ dtc }) => dtc);
    for (const text of [
      codes.join(', '),
      codes.map((code) => `0x${code}`).join('\n'),
      codes.map((code) => `${code.toLowerCase()} Some fault`).join('\n'),
    ]) {
      expect(read(all, text)).toEqual({ chosen: codes, locked: [], missing: [], several: [], ambiguous: [] });
    }
  });

  test('in a list behind a code, is read as a code where the file has it, and the number is named', () => {
    const all = [
      buildDtcRow('P3101', { dtc_int: 0x3101, maker_number: '2A10' }),
      buildDtcRow('3101', { dtc_int: 0x1234, maker_number: null }),
      buildDtcRow('29F6', { dtc_int: 0x29f6, maker_number: null }),
      buildDtcRow('P0420', { dtc_int: 0x420, maker_number: null }),
    ];
    expect(read(all, 'P0420, 3101, 29F6')).toEqual({
      chosen: ['P0420', 'P3101', '29F6'],
      locked: [],
      missing: [],
      several: [],
      ambiguous: [{ asWritten: '3101', taken: ['P3101'], other: ['3101'] }],
    });
  });

  test('finds the code that has such a number in the file, even if it has several', () => {
    const all = rowsOf(msd80Sample());
    const several = all.find(({ maker_number }) => maker_number?.includes(' ')) as DtcRow;
    const [first = '', second = ''] = several.maker_number?.split(' ') ?? [];
    expect([first, second].every((number) => /^[0-9A-F]{4}$/.test(number))).toBe(true);
    for (const number of [first, second]) expect(read(all, `0x${number}`).chosen).toContain(several.dtc);
    const numbers = all.flatMap(({ dtc, maker_number }) => (maker_number ?? dtc).split(' '));
    const { chosen } = read(all, numbers.map((number) => `0x${number}`).join(' '));
    expect(chosen.toSorted()).toEqual(all.map(({ dtc }) => dtc).toSorted());
  });

  test.each([
    ['0x0401, 0x2002, 0x0999', ['P0401', 'P2002'], ['0x0999']],
    ['0x72', ['P0072'], []],
    ['0x72\n0x0401 0x2002', ['P0072', 'P0401', 'P2002'], []],
    ['0401; C100; 0072', ['P0401', 'U0100', 'P0072'], []],
    ['0401 EGR flow\nC100 Lost communication', ['P0401', 'U0100'], []],
    // A status, a year and a speed are not codes.
    ['P0401 status 0x72', ['P0401'], []],
    ['P0401\n2002 Golf\n2002 km', ['P0401'], []],
  ])('finds a code by its raw word, as shown and as testers print it: %j', (text, chosen, missing) => {
    const all = [
      buildDtcRow('P0401'),
      buildDtcRow('P2002'),
      buildDtcRow('P0072'),
      buildDtcRow('U0100', { dtc_int: 0xc100 }),
    ];
    expect(read(all, text)).toEqual({ chosen, locked: [], missing, several: [], ambiguous: [] });
  });

  test("Volkswagen's number of a code needs no dash at the start of a line, and a mileage is not taken for one", () => {
    const all = [buildDtcRow('P0401', { maker_number: '16785' }), buildDtcRow('P0402', { maker_number: '16786' })];
    expect(read(all, '16785 EGR flow insufficient\n16786 km').chosen).toEqual(['P0401']);
  });

  test('a number of two codes chooses both, one that is also a raw word counts as the maker’s; both are shown', () => {
    const all = [
      buildDtcRow('P0130', { maker_number: '2A01' }),
      buildDtcRow('P0135', { maker_number: '2A01' }),
      buildDtcRow('P2A01', { dtc_int: 0x2a01 }),
    ];
    expect(read(all, '0x2A01')).toEqual({
      chosen: ['P0130', 'P0135'],
      locked: [],
      missing: [],
      several: [{ asWritten: '0x2A01', codes: ['P0130', 'P0135'] }],
      ambiguous: [{ asWritten: '0x2A01', taken: ['P0130', 'P0135'], other: ['P2A01'] }],
    });
    // Spelled out in full, it is unambiguous.
    expect(read(all, 'P2A01')).toMatchObject({ chosen: ['P2A01'], several: [], ambiguous: [] });
  });
});
