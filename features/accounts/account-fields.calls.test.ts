import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { englishOf, readInvalid } from '../../contract/texts.ts';
import { FullName, Username } from './account-fields.ts';

function findSentence(schema: z.ZodMiniType, value: string): string | undefined {
  const message = z.safeParse(schema, value).error?.issues[0]?.message;
  return message && englishOf(readInvalid(message).key);
}

test.each([
  ['ana\u202Egnp.exe', 'turns the direction of the line'],
  ['\u2066ana\u2069', 'is set apart in its own direction'],
  ['a\u200Bna', 'has a space of no width'],
  ['ana\u001B[31m', 'paints a terminal red'],
  ['Ana\r\nBcc: all@example.com', 'begins a new line'],
  ['ana\u2028', 'begins a new line in its own way'],
  ['ana\uD800', 'is half a character'],
])('the name %j is refused: it %s', (name) => {
  expect(findSentence(Username, `${name}x`)).toBe('A name may not contain invisible characters.');
  expect(findSentence(FullName, `${name}x`)).toBe('A name may not contain invisible characters.');
});

test.each(['Благоја Петров', 'José Ñáñez', "O'Brien-Šimić", '山田太郎', 'محمد', 'می\u200Cخواهم', 'Garage 🚗 24'])(
  'the name %s is accepted',
  (name) => {
    expect(findSentence(Username, '')).toBeDefined();
    expect(findSentence(Username, name)).toBeUndefined();
    expect(findSentence(FullName, name)).toBeUndefined();
  },
);
