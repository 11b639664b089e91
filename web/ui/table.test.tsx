import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../testing/setup.ts';
import type { Column, Sort } from './table-column.ts';
import { sortRows } from './table-sort.ts';
import { Table } from './table.tsx';
import type { TableProps } from './table.tsx';

type Row = { id: number; name: string; price: number | null };

const columns: Column<Row>[] = [
  { key: 'id', header: 'File ID', cell: (row) => row.id, sortValue: (row) => row.id },
  { key: 'name', header: 'File Name', cell: (row) => row.name, sortValue: (row) => row.name, priority: 1 },
  { key: 'price', header: 'Price', cell: (row) => row.price ?? '*', sortValue: (row) => row.price, align: 'right' },
  { key: 'view', header: 'View', cell: () => <button type="button">View</button>, actions: true },
];

const rows: Row[] = [
  { id: 9, name: 'beta.bin', price: 20 },
  { id: 10, name: 'Alpha.bin', price: null },
  { id: 2, name: 'gamma.bin', price: 5 },
];

const Place = () => <i data-testid="place">{useLocation().pathname}</i>;

function show(props: Partial<TableProps<Row>> = {}) {
  const table = (more: Partial<TableProps<Row>> = {}) => (
    <MemoryRouter>
      <Table
        caption="Your files"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'No files yet' }}
        {...props}
        {...more}
      />
      <Place />
    </MemoryRouter>
  );
  const { rerender } = render(table());
  return (more: Partial<TableProps<Row>>) => rerender(table(more));
}

const bodyRows = () => screen.getAllByRole('row').slice(1);
const ids = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('sorting', () => {
  test('a click on a header sorts, another one reverses the order, and the header shows it', async () => {
    const onSort = vi.fn<(sort: Sort) => void>();
    show({ onSort });
    await userEvent.click(screen.getByRole('button', { name: 'File ID' }));
    expect(ids()).toEqual(['2', '9', '10']);
    expect(screen.getByRole('columnheader', { name: 'File ID' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(screen.getByRole('button', { name: 'File ID' }));
    expect(ids()).toEqual(['10', '9', '2']);
    expect(screen.getByRole('columnheader', { name: 'File Name' })).toHaveAttribute('aria-sort', 'none');
    expect(onSort).toHaveBeenLastCalledWith({ key: 'id', direction: 'descending' });
  });

  test('sorting ignores case, and missing values stay at the end', () => {
    const by = (key: string, direction: 'ascending' | 'descending') =>
      sortRows(rows, columns, { key, direction }).map((row) => row.id);
    expect(by('name', 'ascending')).toEqual([10, 9, 2]);
    expect(by('price', 'ascending')).toEqual([2, 9, 10]);
    expect(by('price', 'descending')).toEqual([9, 2, 10]);
  });

  test('a sort passed as a prop takes precedence', () => {
    show({ sort: { key: 'price', direction: 'ascending' } });
    expect(ids()).toEqual(['2', '9', '10']);
  });
});

describe('states', () => {
  test('the skeleton appears only when loading takes longer than 200 ms; content below waits from the start', () => {
    vi.useFakeTimers();
    show({ rows: undefined });
    expect(document.querySelector('[data-coming]')).not.toBeNull();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    vi.useRealTimers();
  });

  test('empty, no results and failed to load are distinguished', async () => {
    const onClearSearch = vi.fn<() => void>();
    const onRetry = vi.fn<() => void>();
    const again = show({ rows: [], onClearSearch, onRetry });
    expect(screen.getByText('No files yet')).toBeInTheDocument();
    again({ search: 'golf' });
    expect(screen.getByText('No results for “golf”')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onClearSearch).toHaveBeenCalledOnce();
    again({ rows: undefined, error: true });
    expect(screen.getByRole('alert')).toHaveTextContent('Could not load.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('loaded rows stay when loading more or a later reload fails, and the failure is shown', async () => {
    const onRetry = vi.fn<() => void>();
    show({ error: true, onRetry });
    expect(bodyRows()).toHaveLength(3);
    expect(screen.getByRole('alert')).toHaveTextContent('Could not load.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('screen readers hear how many rows there are and that nothing was found: the region is there before', () => {
    const again = show({ rows: undefined });
    const [region] = screen.getAllByRole('status');
    expect(region).toBeEmptyDOMElement();
    again({ rows });
    expect(region).toHaveTextContent('3 rows');
    again({ rows: [], search: 'golf' });
    expect(region).toHaveTextContent('No results for “golf”');
    again({ rows });
    expect(region).toHaveTextContent('3 rows');
    expect(screen.getByRole('status')).toBe(region);
  });
});

describe('rows', () => {
  test('the strip at the left edge has the colour of the row', () => {
    show({ rail: (row) => (row.id === 9 ? 'red' : null) });
    expect(within(bodyRows()[0]!).getAllByRole('cell')[0]).toHaveClass('border-l-4', 'border-l-red-solid');
    expect(within(bodyRows()[1]!).getAllByRole('cell')[0]).toHaveClass('border-l-transparent');
  });

  test('the headline cell is a link, and j, k and the arrow keys move between the rows', async () => {
    show({ to: (row) => `/view-file/${row.id}` });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/view-file/9', '/view-file/10', '/view-file/2']);
    await userEvent.keyboard('j');
    expect(links[0]).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}j');
    expect(links[2]).toHaveFocus();
    await userEvent.keyboard('k');
    expect(links[1]).toHaveFocus();
  });

  test.each([1366, 360])('a click on a row navigates within the portal, at %i px', async (width) => {
    setScreenWidth(width);
    show({ to: (row) => `/view-file/${row.id}` });
    await userEvent.click(screen.getByRole('link', { name: 'beta.bin' }));
    expect(screen.getByTestId('place')).toHaveTextContent('/view-file/9');
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'a click that opens a new tab or window is left to the browser: %o',
    (how) => {
      show({ to: (row) => `/view-file/${row.id}` });
      // jsdom cannot navigate; the last handler of the event prevents it.
      let isLeftToBrowser = false;
      const last = (event: Event) => {
        isLeftToBrowser = !event.defaultPrevented;
        event.preventDefault();
      };
      window.addEventListener('click', last, { once: true });
      fireEvent.click(screen.getByRole('link', { name: 'beta.bin' }), how);
      expect(isLeftToBrowser).toBe(true);
      expect(screen.getByTestId('place')).toHaveTextContent(/^\/$/);
    },
  );

  test('phones get rows with every field instead of a table', () => {
    setScreenWidth(360);
    show({ rail: () => 'green' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const cards = within(screen.getByRole('list', { name: 'Your files' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    expect(cards[0]).toHaveTextContent('beta.binFile ID 9 · Price 20View');
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'id ascending' } });
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('gamma.bin');
  });

  test('rows with unchanged content are not rendered again', () => {
    const drawn: number[] = [];
    const name = { ...columns[0]!, key: 'drawn', cell: (row: Row) => drawn.push(row.id) };
    const counted = [name];
    const again = show({ columns: counted });
    drawn.length = 0;
    again({ columns: counted, rows: rows.map((row) => (row.id === 10 ? { ...row, price: 7 } : { ...row })) });
    expect(new Set(drawn)).toEqual(new Set([10]));
  });

  test('only a screenful of ten thousand rows is rendered', () => {
    const many = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `file ${id}`, price: id }));
    show({ rows: many });
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
    expect(bodyRows().length).toBeGreaterThan(10);
    expect(document.querySelectorAll('*').length).toBeLessThan(500);
  });
});

test('the header of an actions column is visible only if requested, and always read out', () => {
  const shown = { key: 'do', header: 'Actions', cell: () => 'x', actions: true, showsHeader: true };
  show({ columns: [...columns, shown] });
  const [view, actions] = ['View', 'Actions'].map((name) => screen.getByRole('columnheader', { name }));
  expect(actions?.querySelector('.sr-only')).toBeNull();
  expect(view?.querySelector('.sr-only')).not.toBeNull();
});

test('new rows above the viewport do not move what is visible, and a new order keeps the scroll position', async () => {
  const numbers: Column<{ id: number }>[] = [
    { key: 'id', header: 'Id', priority: 1, cell: ({ id }) => id, sortValue: ({ id }) => id },
  ];
  const table = (newest: number, sort: Sort | null = null) => (
    <MemoryRouter>
      <Table
        caption="Numbers"
        columns={numbers}
        rows={Array.from({ length: newest }, (_, at) => ({ id: newest - at }))}
        rowKey={({ id }) => id}
        empty={{ text: 'None' }}
        sort={sort}
        isSorted
        dense
      />
    </MemoryRouter>
  );
  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  const rect = () => ({ top: -window.scrollY, height: 33 }) as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(rect);
  const { rerender } = render(table(1000));
  rerender(table(1001));
  expect(scrollBy).not.toHaveBeenCalled();
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: 3300, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
  await waitFor(() => expect(screen.queryByText('1001')).toBeNull());
  rerender(table(1004));
  expect(scrollBy.mock.calls).toEqual([[{ top: 99, behavior: 'instant' }]]);
  rerender(table(1006, { key: 'id', direction: 'descending' }));
  expect(scrollBy).toHaveBeenCalledTimes(1);
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});

describe('the number of rows', () => {
  const status = () => screen.getByRole('status');

  test('is shown as a minimum when a search finds more, and can be counted completely on demand', async () => {
    const countAll = vi.fn<() => void>();
    const again = show({ search: 'bin', rowCount: { moreThan: 10_000, countAll } });
    expect(status()).toHaveTextContent('More than 10000 rows');
    expect(status()).not.toHaveClass('sr-only');
    await userEvent.click(screen.getByRole('button', { name: 'Count all' }));
    expect(countAll).toHaveBeenCalledOnce();
    again({ rowCount: 12_345 });
    expect(status()).toHaveTextContent('12345 rows');
    expect(status()).not.toHaveClass('sr-only');
  });

  test('is otherwise for screen readers only', () => {
    const again = show({ search: 'bin', rowCount: 512 });
    for (const [rowCount, text] of [
      [512, '512 rows'],
      [1, '1 row'],
      [{ moreThan: 100 }, 'More than 100 rows'],
    ] as const) {
      again({ rowCount });
      expect(status()).toHaveTextContent(text);
      expect(status()).toHaveClass('sr-only');
    }
    again({ search: '', rowCount: 1_000_000 });
    expect(status()).toHaveClass('sr-only');
  });
});
