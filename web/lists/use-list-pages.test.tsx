import { act, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { listFiles } from '../../features/files/files.calls.ts';
import type { FileSummary } from '../../features/files/file.ts';
import { ALL_FILES } from '../../features/files/web/all-files.api.ts';
import { queryClient } from '../client/query-client.ts';
import { fake, installFakeApi, no } from '../testing/fake-api.ts';
import { FILE_LIST, fakeFiles, readPage } from '../testing/fake-list.ts';
import { toRowCount, useListPages, type ListPages } from './use-list-pages.ts';
import type { ListQuery } from './list-query.ts';
import { buildFileSummary } from '../../features/files/files.factory.ts';

const file = (id: number, changes: Partial<FileSummary> = {}): FileSummary =>
  buildFileSummary({
    id,
    file_id: String(100_000 + id),
    file_name: `file-${id}.bin`,
    price: 1,
    status: 'PENDING',
    ...changes,
  });
const from = (newest: number) => Array.from({ length: newest }, (_, at) => file(newest - at));

const EVERYTHING: ListQuery = { search: '', filters: {}, sort: null };

function open(files: FileSummary[]) {
  const api = installFakeApi(...fakeFiles(files));
  let list: ListPages<FileSummary> | undefined;
  function List({ query }: { query: ListQuery }) {
    list = useListPages<FileSummary>(ALL_FILES, query);
    return <p>{list.rows?.filter(Boolean).length ?? 'nothing'}</p>;
  }
  const page = (query: ListQuery) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <List query={query} />
      </QueryClientProvider>
    </StrictMode>
  );
  const { rerender } = render(page(EVERYTHING));
  const asked = () => api.callsOf(listFiles).map(({ input }) => input);
  return {
    api,
    asked,
    list: () => list as ListPages<FileSummary>,
    scrollTo: (first: number) => act(() => list?.onRange(first, first + 20)),
    search: (text: string) => rerender(page({ ...EVERYTHING, search: text })),
    shown: (count: number) => waitFor(() => expect(screen.getByText(String(count))).toBeInTheDocument()),
    change: () => act(() => queryClient.invalidateQueries({ queryKey: ['files'] })),
    ids: () => list?.rows?.map((row) => row.id),
  };
}

test('further pages are loaded on scrolling, and not before', async () => {
  const { scrollTo, shown, asked, list } = open(from(250));
  await shown(100);
  // Includes empty rows for the next page, so that scrolling does not stop.
  expect(list().rows?.length).toBe(120);
  scrollTo(10);
  expect(asked()).toEqual([{ limit: '100' }]);
  scrollTo(60);
  await shown(200);
  scrollTo(160);
  await shown(250);
  expect(list().rows?.length).toBe(250);
  expect(asked().slice(1)).toEqual([
    { limit: '100', cursor: '100' },
    { limit: '100', cursor: '200' },
  ]);
});

test('after a change only the visible pages are reloaded, and the first one for the totals', async () => {
  const { api, scrollTo, shown, asked, change, ids, list } = open(from(450));
  await shown(100);
  for (const [first, count] of [
    [80, 200],
    [180, 300],
    [280, 400],
  ] as const) {
    scrollTo(first);
    await shown(count);
  }
  const before = asked().length;
  const changed = from(450).map((row) => (row.id === 160 ? file(160, { status: 'CANCELED' }) : row));
  api.use(...fakeFiles(changed));
  await change();
  expect(asked().slice(before)).toEqual([
    { limit: '500', until: '100' },
    { limit: '500', cursor: '200', until: '300' },
    { limit: '500', cursor: '300', until: '400' },
  ]);
  await waitFor(() => expect(list().rows?.find(({ id }) => id === 160)?.status).toBe('CANCELED'));
  expect(ids()?.slice(0, 400)).toEqual(
    from(450)
      .slice(0, 400)
      .map(({ id }) => id),
  );
  // The second page is read again as soon as it is on the screen.
  scrollTo(120);
  await waitFor(() => expect(asked()).toContainEqual({ limit: '500', cursor: '100', until: '200' }));
});

test('a row that has moved to a page loaded later appears only once', async () => {
  const { api, scrollTo, shown, change, ids } = open(from(250));
  await shown(100);
  scrollTo(60);
  await shown(200);
  scrollTo(0);
  const moved = from(250).filter(({ id }) => id !== 60);
  api.use(...fakeFiles([file(60, { status: 'CANCELED' }), ...moved]));
  await change();
  await waitFor(() => expect(ids()?.[0]).toBe(60));
  expect(ids()?.filter((id) => id === 60)).toHaveLength(1);
});

test('results stay until the rows of another search have loaded', async () => {
  const { api, search, shown, list } = open(from(30));
  await shown(30);
  let send: (() => void) | undefined;
  api.use(
    fake(listFiles, async (asked) => {
      await new Promise<void>((resolve) => (send = resolve));
      return readPage(from(30), asked, FILE_LIST);
    }),
  );
  search('file-29');
  await waitFor(() => expect(send).toBeDefined());
  expect(list().rows).toHaveLength(30);
  send?.();
  await shown(1);
  expect(list().totals).toMatchObject({ all: 30, matching: 1 });
});

test('a further page that fails to load is reported, is not retried automatically, and loads on retry', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { api, scrollTo, shown, asked, list } = open(from(150));
  await shown(100);
  api.use(fake(listFiles, no(400, 'no')));
  scrollTo(70);
  await waitFor(() => expect(list().hasFailed).toBe(true));
  const tries = asked().length;
  scrollTo(75);
  expect(asked()).toHaveLength(tries);
  api.use(...fakeFiles(from(150)));
  act(() => list().retry());
  await shown(150);
});

test('a search is requested before the screen renders it, and not again by the screen', async () => {
  const { shown, asked, list, search } = open(from(150));
  await shown(100);
  act(() => list().ask({ search: 'file-7' }));
  await waitFor(() => expect(asked().slice(1)).toEqual([{ q: 'file-7', limit: '100' }]));
  search('file-7');
  await shown(11);
  expect(asked()).toHaveLength(2);
});

test('search results are counted after their rows: up to 10000, and all of them on request', async () => {
  const { api, search, shown, list, asked, change } = open(from(30));
  await shown(30);
  const count = (counted: unknown) => (counted === 'exact' ? [12_345, true] : counted ? [10_000, false] : [5, false]);
  api.use(
    fake(listFiles, (terms) => {
      const page = readPage(from(30), terms, { ...FILE_LIST, pageRows: 5 });
      const [matching, is_exact] = count(terms.count) as [number, boolean];
      return { ...page, totals: page.totals && { ...page.totals, matching, is_exact } };
    }),
  );
  search('file');
  await waitFor(() => expect(list().totals).toMatchObject({ matching: 10_000, is_exact: false }));
  expect(asked()).toContainEqual({ q: 'file', count: '10000', limit: '1' });
  expect(toRowCount(list())).toMatchObject({ moreThan: 10_000 });
  act(() => list().countAll?.());
  await waitFor(() => expect(list().totals).toMatchObject({ matching: 12_345, is_exact: true }));
  expect([toRowCount(list()), list().countAll]).toEqual([12_345, undefined]);
  await change();
  expect(toRowCount(list())).toBe(12_345);
  // A new search starts with its own rows and is not counted completely.
  search('bin');
  await waitFor(() => expect(asked()).toContainEqual({ q: 'bin', count: '10000', limit: '1' }));
  await waitFor(() => expect(list().totals).toMatchObject({ matching: 10_000, is_exact: false }));
});

test('a list that is not searched is not counted again', async () => {
  const { shown, asked, list } = open(from(250));
  await shown(100);
  expect([toRowCount(list()), asked()]).toEqual([250, [{ limit: '100' }]]);
});
