import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MakeMark, SupplierMark } from './mark.tsx';

test.each([
  ['a brand', <MakeMark key="make" name="Volkswagen" />, 35],
  ['a supplier', <SupplierMark key="supplier" name="Bosch" />, 28],
])('the mark of %s is drawn at its size', { tags: ['X-LIM-06'] }, async (_of, mark, size) => {
  const { container } = render(mark);
  const drawing = await waitFor(() => {
    const found = container.querySelector('svg');
    expect(found).not.toBeNull();
    return found;
  });
  expect([drawing?.getAttribute('width'), drawing?.getAttribute('height')]).toEqual([String(size), String(size)]);
});
