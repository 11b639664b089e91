import { expect, test } from 'vitest';
import { idsIn, titlesOf } from './test-titles.ts';

test('ranges count every id between their ends, however they are written', () => {
  expect(idsIn('a (C-UPL-01..03, G-04)')).toEqual(['C-UPL-01', 'C-UPL-02', 'C-UPL-03']);
  expect(idsIn('b (C-UPL-M01 to C-UPL-M02)')).toEqual(['C-UPL-M01', 'C-UPL-M02']);
  expect(idsIn('c (C-UPL-09 to 10, X-VAL-02)')).toEqual(['C-UPL-09', 'C-UPL-10', 'X-VAL-02']);
});

test('titles of tests, groups and tables are read; a table only when its title has a place for it', () => {
  const source = `
    describe('a group (X-AAA-01)', () => {
      test("it's shown (X-AAA-02)", () => expect(')').toBe('X-AAA-90'));
      test.each<[string, () => void]>([['X-AAA-03', () => {}]])('%s holds', () => {});
      test.each([['X-AAA-91']])('no place', () => {});
      test.each(ROWS)('row $id', () => {});
    });
    const ROWS: Row[] = [{ id: 'X-AAA-04' }];
  `;
  expect(titlesOf(source).flatMap(idsIn).sort()).toEqual(['X-AAA-01', 'X-AAA-02', 'X-AAA-03', 'X-AAA-04']);
});

test('what is skipped, to be done, in a comment or in a body counts for nothing', () => {
  const source = `
    // test('X-AAA-01')
    test.skip('X-AAA-02', () => {});
    test.todo('X-AAA-03');
    /* it('X-AAA-04') */
    test('real', () => { open('X-AAA-05'); });
  `;
  expect(titlesOf(source).flatMap(idsIn)).toEqual([]);
});
