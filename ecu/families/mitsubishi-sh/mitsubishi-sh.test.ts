import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied } from '../../testing/facts.ts';
import { mitsubishiSh } from './mitsubishi-sh.family.ts';
import type { MitsubishiShOptions } from './mitsubishi-sh.sample.ts';
import { mitsubishiShListAt, mitsubishiShSample } from './mitsubishi-sh.sample.ts';

const recognise = (options: MitsubishiShOptions = {}) => mitsubishiSh.recognise(new Image(mitsubishiShSample(options)));

test('processor and maker follow from the vectors and the list', () => {
  expect(mitsubishiSh.describe(new Image(mitsubishiShSample()))).toEqual({
    processor: implied('SH7052', 4),
    vehicleManufacturer: implied('Mitsubishi', mitsubishiShListAt),
  });
});

test.each<MitsubishiShOptions>([
  { secondStack: 0xffffab04 },
  { sizeBytes: 0x80000 },
  { firstOfGroup: 0x0422 },
  { codes: 70 },
])('with %o it is not recognised', (options) => {
  expect(recognise()).toHaveLength(1);
  expect(recognise(options)).toEqual([]);
});

test('codes are listed, words that are not codes are left out, and nothing can be switched', () => {
  const listing = mitsubishiSh.dtcs?.list(new Image(mitsubishiShSample()));
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.rows).toHaveLength(129);
  expect(listing.rows[0]).toMatchObject({ code: 'P0421', entriesAt: [mitsubishiShListAt + 32] });
  expect(switchOff(mitsubishiShSample(), mitsubishiSh, ['P0421'])).toMatchObject({ kind: 'not switchable' });
});
