import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Image } from '../image.ts';
import { randomBytes } from '../testing/sample-image.ts';
import { md5 } from './md5.ts';

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000])('the MD5 of %i bytes is that of the platform', (length) => {
  const bytes = randomBytes(length + 7, 0x1234567);
  const expected = createHash('md5')
    .update(bytes.subarray(3, length + 3))
    .digest();
  expect([...md5(new Image(bytes), { at: 3, end: length + 3 })]).toEqual([...expected]);
});
