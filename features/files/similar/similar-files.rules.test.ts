import { expect, test } from 'vitest';
import { computeSameThousandths, reuseRefusal, reusedName } from './similar-files.rules.ts';

test.each([
  [1, 2_097_152, 999],
  [0, 2_097_152, 1000],
  [4194, 2_097_152, 998],
  [1, 2, 500],
])(
  'with %i differing bytes of %i, %i thousandths are the same: never all while one differs',
  (differing, all, expected) => {
    expect(computeSameThousandths({ bytes_compared: all, bytes_same: all - differing })).toBe(expected);
  },
);

test.each([
  ['Golf 5.bin', 'Golf 5_modified.bin'],
  ['read.2024.ori', 'read.2024_modified.ori'],
  ['dump', 'dump_modified'],
  ['.bin', '.bin_modified'],
])('the copy for %s is named %s', (name, expected) => {
  expect(reusedName(name)).toBe(expected);
});

const file = { file_sha256: 'ab', file_size_bytes: 8 };
const other = { ...file, mod_file_key: 'key', is_proved: false };

test.each([
  ['the same original', {}, null],
  ['another original', { file_sha256: 'ac' }, 'similar-files.not_identical'],
  ['another size', { file_size_bytes: 9 }, 'similar-files.not_identical'],
  ['no modified file', { mod_file_key: null }, 'similar-files.no_modified'],
  ['a modified file of DTC OFF', { is_proved: true }, 'similar-files.made_by_dtc_off'],
])('%s', (_, change, expected) => {
  expect(reuseRefusal(file, { ...other, ...change })?.code ?? null).toBe(expected);
});
