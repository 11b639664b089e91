import { describe, expect, test } from 'vitest';
import type { CodeRow } from '../../analysis/server/code-row.ts';
import { findByMakerNumber, findStates, listUnmatched, parseRequestedCodes } from './findings.ts';

const namesOf = (text: string) => parseRequestedCodes(text).map(({ code }) => code);

describe('the codes ordered off', () => {
  test.each([
    ['P0405 P0100 P9999', ['P0405', 'P0100', 'P9999']],
    ['P0301 2A00 0x2a01', ['P0301', '2A00', '2A01']],
    ['P0101 00519', ['P0101', '00519']],
    ['P0401 und Klappe', ['P0401', 'und', 'Klappe']],
    ['everything', ['everything']],
    ['P0401/P9999', ['P0401', 'P9999']],
  ])('include every word of %j', (text, names) => {
    expect(namesOf(text)).toEqual(names);
  });

  test.each(['P0401 p0401, P 0401', '16785/P0401', 'P0401-1F (P0401)', 'P0401-35-00 P0401 00 [008]', 'P040100'])(
    '%j is one code with nothing left over',
    (text) => {
      expect(namesOf(text)).toEqual(['P0401']);
    },
  );

  test('a number beside its code is another spelling of it', () => {
    expect(parseRequestedCodes('16785/P0401')).toMatchObject([{ spellings: ['P0401', '16785'], isRead: true }]);
  });
});

const row = (dtc: string, maker_number: string | null, status: 'ON' | 'OFF', partly_off = false) =>
  ({ dtc, maker_number, status, partly_off, state_known: true }) as CodeRow;

describe("a row is found by its maker's number", () => {
  const states = (rows: CodeRow[] | null, asked: string) =>
    Object.fromEntries(findByMakerNumber(parseRequestedCodes(asked), rows).states);

  test('whichever of several it is, whatever separates them', () => {
    const rows = [row('P0301', '2A01 2A02', 'OFF'), row('P0122', '4091, 4093', 'ON')];
    expect(states(rows, '2A02 4091 2A09')).toEqual({ '2A02': 'off', 4091: 'on' });
  });

  test('and when rows differ, only those with this number alone count', () => {
    const shared = row('P0301', '2A01 2A02', 'ON', true);
    expect(states([shared, row('P1301', '2A01', 'OFF')], '2A01')).toEqual({ '2A01': 'off' });
    expect(states([shared], '2A01')).toEqual({ '2A01': 'partial' });
  });

  test('and has an unknown state when nothing could be read', () => {
    expect(states(null, '2A01')).toEqual({ '2A01': 'unknown' });
  });

  test('only when no row has the code itself', () => {
    const asked = parseRequestedCodes('P0301 2A00 2A01\nword');
    const found = findStates(asked, [
      { code: 'P0301', state: 'off' },
      { code: '2A00', state: 'on' },
      { code: '2A01', state: 'missing' },
      { code: 'WORD', state: 'missing' },
    ]);
    expect(found.map(({ state }) => state)).toEqual(['off', 'on', 'missing', 'unread']);
    expect(listUnmatched(asked, found).map(({ code }) => code)).toEqual(['2A01']);
  });
});
