import { expect, test } from 'vitest';
import { addFurtherFileRefusal, kindOfName } from './further-files.rules.ts';

test.each([
  ['Golf_7_DQ250_read.bin', 'GEARBOX'],
  ['tcu.ori', 'GEARBOX'],
  ['EDC17C46.bin', 'ECU'],
  ['car.id', 'ID_FILE'],
  ['VW_ID.txt', 'ID_FILE'],
  ['log_2026-11-20.csv', 'LOG'],
  ['VCDS-scan.txt', 'SCAN_REPORT'],
  ['report.pdf', 'SCAN_REPORT'],
  ['something', 'OTHER'],
])('%s is suggested as %s', (name, kind) => expect(kindOfName(name)).toBe(kind));

test('a further file is accepted while the file is open, up to ten including the original', () => {
  const findRefusalCode = (status: 'PROCESSED' | 'COMPLETED', further_files: number) =>
    addFurtherFileRefusal({ status, further_files })?.code ?? null;
  expect(findRefusalCode('PROCESSED', 8)).toBeNull();
  expect(findRefusalCode('PROCESSED', 9)).toBe('further-files.too_many');
  expect(findRefusalCode('COMPLETED', 0)).toBe('further-files.file_closed');
});
