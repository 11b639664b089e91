import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './table-column.ts';
import { listDroppable } from './table-fit.ts';
import { Table } from './table.tsx';
import { readTexts } from '../testing/table-cells.ts';

interface Row {
  id: number;
  name: string;
  owner: string;
  day: string;
}

const columns: Column<Row>[] = [
  { key: 'id', header: 'ID', cell: ({ id }) => id },
  { key: 'name', header: 'Name', cell: ({ name }) => name, priority: 1 },
  { key: 'owner', header: 'Owner', cell: ({ owner }) => owner, priority: 2 },
  { key: 'day', header: 'Day', cell: ({ day }) => day, priority: 3 },
  { key: 'view', header: 'View', cell: () => 'View', actions: true, isRowLink: true },
  { key: 'delete', header: 'Delete', cell: () => 'Delete', actions: true },
];

const PIXELS_PER_COLUMN = 100;
let room = 0;
let resized: (() => void)[] = [];

beforeEach(() => {
  resized = [];
  // jsdom has no layout: a column takes 100 px, and the test sets the width of the frame.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.querySelectorAll('th').length * PIXELS_PER_COLUMN;
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        resized.push(run);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const headers = () => readTexts(screen.getAllByRole('columnheader'));

function show(width: number) {
  room = width;
  render(
    <MemoryRouter>
      <Table
        caption="Files"
        columns={columns}
        rows={[{ id: 7, name: 'golf.bin', owner: 'ana', day: 'Monday' }]}
        rowKey={({ id }) => id}
        to={({ id }) => `/file/${id}`}
        empty={{ text: 'None' }}
      />
    </MemoryRouter>,
  );
}

test('a button that repeats the row is dropped first, then priority 3, the rest, and 2; headline and others never', () => {
  expect(listDroppable(columns, true).map(({ key }) => key)).toEqual(['view', 'day', 'id', 'owner']);
  expect(listDroppable(columns, false).map(({ key }) => key)).toEqual(['day', 'id', 'owner']);
});

test.each([
  [600, ['ID', 'Name', 'Owner', 'Day', 'View', 'Delete']],
  [500, ['ID', 'Name', 'Owner', 'Day', 'Delete']],
  [400, ['ID', 'Name', 'Owner', 'Delete']],
  [200, ['Name', 'Delete']],
])('a frame of %i px has the columns %j', (width, expected) => {
  show(width);
  expect(headers()).toEqual(expected);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('a dropped column is shown under the headline, with its name', () => {
  show(400);
  const cell = screen.getByRole('link', { name: 'golf.bin' }).closest('td') as HTMLElement;
  expect(within(cell).getByText('Day')).toBeInTheDocument();
  expect(within(cell).getByText('Monday')).toBeInTheDocument();
  expect(within(cell).queryByText('View')).not.toBeInTheDocument();
});

test('when even the headline is too wide, the frame scrolls and is reachable by keyboard', () => {
  show(150);
  expect(screen.getByRole('region', { name: 'Files' })).toHaveAttribute('tabindex', '0');
});

const resize = (width: number) =>
  act(() => {
    room = width;
    for (const run of resized) run();
  });

test('more room restores the columns, less room drops more of them', () => {
  show(400);
  resize(600);
  expect(headers()).toHaveLength(6);
  resize(300);
  expect(headers()).toEqual(['Name', 'Owner', 'Delete']);
});

test('a vanished scroll bar restores a column, but not one that comes and goes with that column', () => {
  show(585);
  expect(headers()).toHaveLength(5);
  resize(600);
  expect(headers()).toHaveLength(6);
  resize(585);
  expect(headers()).toHaveLength(5);
  resize(600);
  expect(headers()).toHaveLength(5);
  resize(700);
  expect(headers()).toHaveLength(6);
});
