import { expect, test } from 'vitest';
import { analyse } from '../../analyse.ts';
import { switchOffInFile } from '../../switch-off-file.ts';
import { me7Sample } from './me7.sample.ts';

test('half of a 1 MB memory is named as such, its sums are not judged, and nothing is written', () => {
  const half = me7Sample({ memoryLength: 0x100000 });
  const { readWarnings, checksums } = analyse(half);
  expect(readWarnings.map(({ message }) => message)).toEqual([
    'The file holds half of a memory of 1048576 bytes. Please read the whole memory.',
  ]);
  const states = Object.fromEntries((checksums ?? []).map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ 'startup sum': 'ok', 'program sums': 'unknown' });
  expect(Object.keys(states)).not.toContain('program pages sum');
  for (const options of [{}, { repairChecksums: true }, { acceptWrongChecksums: true }]) {
    expect(switchOffInFile(half, ['P0101'], options)).toMatchObject({ reason: { code: 'ecu.half_of_memory' } });
  }
});
