import { expect, test } from 'vitest';
import { listTags } from './specification.ts';
import { findTags } from './test-tags.ts';

test('reads the tags of tests, groups and tables', () => {
  const source = `
    describe('a group', { tags: ['X-AAA-01'] }, () => {
      test('one', { timeout: 5, tags: ['X-AAA-02', 'X-AAA-03'] }, () => expect(1).toBe(1));
      test.each<[string, { tags: string[] }]>([['a', { tags: ['X-AAA-90'] }]])('%s', { tags: ['X-AAA-04'] }, () => {});
      describe.skipIf(isSlow)('another group', { tags: ['X-AAA-05'] }, () => {});
    });
  `;
  expect(findTags('a.test.tsx', source).sort()).toEqual(['X-AAA-01', 'X-AAA-02', 'X-AAA-03', 'X-AAA-04', 'X-AAA-05']);
});

test('tags in skipped or todo tests, comments and test bodies do not count', () => {
  const source = `
    // test('a', { tags: ['X-AAA-01'] }, () => {});
    test.skip('b', { tags: ['X-AAA-02'] }, () => {});
    describe.todo('c', { tags: ['X-AAA-03'] });
    test('d', { tags: ['X-AAA-04'] }, () => open('X-AAA-05', { tags: ['X-AAA-06'] }));
  `;
  expect(findTags('a.test.ts', source)).toEqual(['X-AAA-04']);
});

test('every id of the specification, its rights and our own rules is a tag exactly once', () => {
  const names = listTags().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['C-UPL-M01', 'X-LIM-02', 'R16', 'G-01', 'G-64']));
  expect(new Set(names).size).toBe(names.length);
});
