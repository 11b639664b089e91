import { expect, test } from 'vitest';
import { findUnknownKinds } from './kinds.ts';

test.each([
  ['server/kept-file.test.ts', 'kept'],
  ['docs/decisions/007-news-and-service-worker.md', 'news'],
  ['server/answers/read.ts', 'answers'],
  ['web/ui/told.tsx', 'told'],
])('the name of %s is refused for "%s"', (path, word) => {
  expect(findUnknownKinds([{ path, text: '' }])).toEqual([`${path}: docs/naming.md has a clearer word than "${word}"`]);
});

test.each(['server/stored-file.ts', 'docs/spec/answers.json', 'web/newest.ts', 'web/lettering.css'])(
  '%s has a name that is accepted',
  (path) => {
    expect(
      findUnknownKinds([
        { path, text: '' },
        { path: 'web/kept.ts', text: '' },
      ]),
    ).toHaveLength(1);
  },
);

test.each([
  ['portal/files/files.factory.ts', true],
  ['portal/files/server/files.factory.ts', true],
  ['portal/files/files.queries.ts', false],
])('%s is an allowed kind of file in its folder: %s', (path, isKnown) => {
  expect(findUnknownKinds([{ path, text: '' }])).toEqual(isKnown ? [] : [`${path}: no such kind of file in a domain`]);
});
