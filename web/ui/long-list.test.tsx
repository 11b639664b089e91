import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

interface Row {
  id: number;
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id }));

let hasLoaded = false;
let isLost = false;

beforeEach(() => {
  [hasLoaded, isLost] = [false, false];
  vi.resetModules();
  vi.doMock('./long-list.tsx', async (importActual) => {
    hasLoaded = true;
    if (isLost) throw new Error('Failed to fetch dynamically imported module');
    return importActual();
  });
});

/** Renders a table on a page that has not loaded the long list yet. */
async function show(count: number) {
  const { Table } = await import('./table.tsx');
  render(
    <MemoryRouter>
      <Table
        caption="Files"
        columns={[{ key: 'id', header: 'File ID', cell: ({ id }: Row) => id }]}
        rows={rows(count)}
        rowKey={({ id }) => id}
        empty={{ text: 'No files yet' }}
      />
    </MemoryRouter>,
  );
}

const drawn = () => document.querySelectorAll('[data-row]').length;

test('a list of up to 200 rows is rendered completely, without loading the code for long ones', async () => {
  await show(200);
  expect(drawn()).toBe(200);
  expect(hasLoaded).toBe(false);
});

test('a longer list shows its first rows at once, and the others as the page is scrolled', async () => {
  // As in a browser, scrolling moves the page's content up.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -window.scrollY, 0, 0));
  await show(5000);
  expect(screen.getByRole('cell', { name: '0' })).toBeInTheDocument();
  expect(drawn()).toBeLessThan(100);
  await waitFor(() => expect(hasLoaded).toBe(true));
  window.scrollY = 41 * 3000;
  // Repeats the event, because the list only listens for it once its code has loaded.
  await waitFor(() => {
    window.dispatchEvent(new Event('scroll'));
    expect(screen.getByRole('cell', { name: '3000' })).toBeInTheDocument();
  });
  window.scrollY = 0;
});

test('if that code fails to load, all rows are rendered', async () => {
  isLost = true;
  await show(300);
  await waitFor(() => expect(drawn()).toBe(300));
});
