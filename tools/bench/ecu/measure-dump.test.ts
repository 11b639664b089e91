import { expect, test } from 'vitest';
import { edc3Sample } from '../../../ecu/families/edc3/edc3.sample.ts';
import type { Dump } from './known.ts';
import { measureDump } from './measure-dump.ts';

const dumpWith = (sw: string): Dump => ({
  file: 'one.bin',
  family: 'EDC3',
  size: 0x20000,
  found_as: 'one.bin',
  source: '',
  openremap: { sw },
});

test('a number that another reader cuts out of a text that is reported is not counted as left empty', () => {
  const bytes = edc3Sample({ sizeBytes: 0x20000, texts: [[0x8010, 'UA03005A5Lodd']] });
  expect(measureDump(dumpWith('03005A5'), bytes).emptyNumbers).toEqual([]);
});

test('a number that stands in the bytes and in no reported text is counted as left empty', () => {
  const texts = [
    [0x8010, 'UA03005A5Lodd'],
    [0x9000, '0301234'],
  ] as const;
  const bytes = edc3Sample({ sizeBytes: 0x20000, texts });
  expect(measureDump(dumpWith('0301234'), bytes).emptyNumbers).toEqual(['0301234']);
});
