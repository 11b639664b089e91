import { describe, expect, test } from 'vitest';
import type { DtcTable } from './dtc-session.ts';
import { isOutOfCredits } from './credits.rules.ts';
import { affectedRows, joinSelection, needsDeclaration, selectionRefusal, splitSelection } from './dtc-off.rules.ts';
import { sentence } from '../../contract/refusal.ts';
import { buildDtcRow } from './dtc-row.factory.ts';

test('a selection is sent as one string, joined with semicolons', { tags: ['X-DTC-15'] }, () => {
  expect(joinSelection(['P0401', 'P0402'])).toBe('P0401;P0402');
  expect(splitSelection(' P0401;P0402; ;P0401;')).toEqual(['P0401', 'P0402']);
  expect(splitSelection('')).toEqual([]);
});

describe('which selections can be generated', () => {
  const good = { canGenerate: true, reason: null };
  const rows = [
    buildDtcRow('P0616', { shared_with: ['P0617'] }),
    buildDtcRow('P0617', { shared_with: ['P0616'] }),
    buildDtcRow('P0420', { emission: true, emission_reason: 'catalyst' }),
    buildDtcRow('P1127', { emission_reason: 'unknown' }),
    buildDtcRow('P0500', { shared_with: ['P0420'] }),
    buildDtcRow('P0100', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') }),
    buildDtcRow('U0100', { locked: sentence('errors.dtc-off.row_blocked') }),
    buildDtcRow('U0101', { shared_with: ['U0100'] }),
  ];
  const findRefusalMessage = (
    chosen: string[],
    hasDeclared = false,
    prospect: Pick<DtcTable, 'canGenerate' | 'reason'> = good,
  ) => selectionRefusal(prospect, rows, { chosen, hasDeclared })?.message ?? null;

  test.each([
    [[], 'Please select at least one DTC.'],
    [['P0616'], null],
    [['P0616', 'P9999'], 'Not in this file: P9999.'],
    [['Z'.repeat(30)], `Not in this file: ${'Z'.repeat(20)}….`],
    [['P0616', 'P0100'], 'Already OFF in this file: P0100.'],
    [['U0100'], 'This portal does not switch off U0100.'],
    [['U0101'], 'This portal does not switch off U0100.'],
    [['P0420'], 'Codes that concern emissions were chosen. Please declare what the file is for.'],
    [['P0500'], 'Codes that concern emissions were chosen. Please declare what the file is for.'],
    [['P1127'], 'Codes that concern emissions were chosen. Please declare what the file is for.'],
  ])('%j: %s', (chosen, message) => {
    expect(findRefusalMessage(chosen)).toBe(message);
  });

  test('a declaration permits emission codes, and nothing else', () => {
    expect([findRefusalMessage(['P0420'], true), findRefusalMessage(['P0500'], true)]).toEqual([null, null]);
    expect(findRefusalMessage(['U0100'], true)).toBe('This portal does not switch off U0100.');
    expect(findRefusalMessage(['P0100'], true)).toBe('Already OFF in this file: P0100.');
  });

  test('a file that cannot be changed is refused for that reason before any other', () => {
    const prospect = { canGenerate: false, reason: sentence('errors.ecu.off_byte_not_proved') };
    expect([findRefusalMessage([], false, prospect), findRefusalMessage(['P0616'], true, prospect)]).toEqual([
      prospect.reason.message,
      prospect.reason.message,
    ]);
  });

  test('codes that share an entry count together', () => {
    expect(affectedRows(rows, ['P0500']).map(({ dtc }) => dtc)).toEqual(['P0420', 'P0500']);
    expect([needsDeclaration(rows, ['P0500']), needsDeclaration(rows, ['P0616'])]).toEqual([true, false]);
  });

  test('a refusal names at most ten codes', () => {
    const many = Array.from({ length: 500 }, (_, at) => `X${at}`);
    expect(findRefusalMessage(many)).toBe(`Not in this file: ${many.slice(0, 10).join(', ')}.`);
  });
});

test.each([
  [0, 0, true],
  [0, 9.99, true],
  [0, 10, false],
  [1, 0, false],
  [50, 0, false],
])('with %d CRS and %d AI credits, out of credits is %s', { tags: ['G-26', 'X-DTC-12'] }, (main, ai, isOut) => {
  expect(isOutOfCredits({ main, ai })).toBe(isOut);
});
