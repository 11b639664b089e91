import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pagination, listShownPages } from './pagination.tsx';

test('a few pages are all shown, and the current one is marked', async () => {
  const onPage = vi.fn<(page: number) => void>();
  render(<Pagination page={2} pageCount={3} onPage={onPage} />);
  expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});

test('the button to where there is no page keeps the focus that its own press gave it, and does nothing', async () => {
  const onPage = vi.fn<(page: number) => void>();
  const { rerender } = render(<Pagination page={1} pageCount={2} onPage={onPage} />);
  for (const [page, name] of [
    [1, 'Previous page'],
    [2, 'Next page'],
  ] as const) {
    rerender(<Pagination page={page} pageCount={2} onPage={onPage} />);
    const button = screen.getByRole('button', { name });
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
  }
  expect(onPage).not.toHaveBeenCalled();
});

test('a phone shows the current page and the total instead of page numbers', () => {
  render(<Pagination page={60} pageCount={120} onPage={() => {}} />);
  expect(screen.getByText('60 / 120')).toBeInTheDocument();
});

test('a single page needs no page buttons', () => {
  const { container, rerender } = render(<Pagination page={1} pageCount={2} onPage={() => {}} />);
  expect(container).not.toBeEmptyDOMElement();
  rerender(<Pagination page={1} pageCount={1} onPage={() => {}} />);
  expect(container).toBeEmptyDOMElement();
});

test.each([
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 20, [1, 2, 3, 4, 5, null, 20]],
  [10, 20, [1, null, 9, 10, 11, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [5, 8, [1, null, 4, 5, 6, 7, 8]],
])('page %i of %i shows its neighbours and both ends', (page, pageCount, expected) => {
  expect(listShownPages(page, pageCount)).toEqual(expected);
});
