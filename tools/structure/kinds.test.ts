import { expect, test } from 'vitest';
import { findUnknownKinds } from './kinds.ts';

test.each([
  ['features/files/files.factory.ts', true],
  ['features/files/server/files.factory.ts', true],
  ['features/files/files.queries.ts', false],
])('%s is an allowed kind of file in its folder: %s', (path, isKnown) => {
  expect(findUnknownKinds([{ path, text: '' }])).toEqual(isKnown ? [] : [`${path}: no such kind of file in a domain`]);
});
