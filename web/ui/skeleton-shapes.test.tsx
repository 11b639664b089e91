import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SkeletonCards, SkeletonForm, SkeletonPage, SkeletonRows, SkeletonTiles } from './skeleton-shapes.tsx';

test.each([
  ['a form', <SkeletonForm key="form" fields={3} />, 7],
  ['tiles', <SkeletonTiles key="tiles" tiles={2} />, 6],
  ['cards', <SkeletonCards key="cards" cards={2} />, 8],
])('the skeleton of %s is announced once as loading, and its bars are not read out', (_, shape, bars) => {
  const { container } = render(shape);
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/);
  expect(container.querySelectorAll('[data-coming][aria-hidden="true"]')).toHaveLength(bars);
});

test('rows have as many bars as the table has columns, and so does the header', () => {
  const { container } = render(<SkeletonRows rows={2} columns={3} />);
  // Three for the header, three for each of two rows, and for each row the four bars shown on a phone.
  expect(container.querySelectorAll('[data-coming]')).toHaveLength(3 + 2 * 3 + 2 * 4);
});

test('a page has a single announcement for its headline and its rows', () => {
  render(<SkeletonPage />);
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
