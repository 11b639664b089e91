import { expect, test } from 'vitest';
import { analyse } from '../../../../ecu/index.ts';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { countBytes, countOutside, listDifferences } from './evidence.ts';

const BYTES = 3 * 0x1000 + 5;

function withChanged(places: readonly number[]): [Uint8Array, Uint8Array] {
  const before = new Uint8Array(BYTES).fill(0x11);
  const after = before.slice();
  for (const at of places) after[at] = 0x22;
  return [before, after];
}

test('every differing range is listed with its bytes, also across the chunks of the comparison', () => {
  const cells = listDifferences(...withChanged([0, 1, 0xffe, 0xfff, 0x1000, 0x1002, 0x2fff, BYTES - 1]));
  expect(cells).toEqual([
    { at: 0, before: '1111', after: '2222' },
    { at: 0xffe, before: '111111', after: '222222' },
    { at: 0x1002, before: '11', after: '22' },
    { at: 0x2fff, before: '11', after: '22' },
    { at: BYTES - 1, before: '11', after: '22' },
  ]);
  expect(countBytes(cells)).toBe(8);
  expect(listDifferences(...withChanged([]))).toEqual([]);
});

test('a changed byte counts as outside unless it belongs to a listed code or a checksum', () => {
  const before = analyse(edc16Sample());
  const cell = before.checksums?.find(({ kind }) => kind === 'sum')?.cells[0]?.at ?? 0;
  const codeAt = before.image.sizeBytes - 9;
  const changed = before.image.bytes.slice();
  for (const at of [cell, codeAt, codeAt + 1, codeAt + 2]) changed[at] = (changed[at] ?? 0) ^ 1;
  const after = { ...before, image: analyse(changed).image };
  const code = { code: 'P0616', chosen: true, entries_at: [codeAt], state_before: 'on', state_after: 'off' };
  const cells = [{ at: codeAt, before: '0000', after: '0101' }];
  expect(countOutside({ before, after }, [{ ...code, cells }])).toBe(1);
  expect(countOutside({ before, after }, [])).toBe(3);
  expect(countOutside({ before, after: before }, [])).toBe(0);
});
