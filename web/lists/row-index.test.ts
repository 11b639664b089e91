import { describe, expect, test } from 'vitest';
import { openListDesk, type Told } from './list-desk.ts';
import type { ListQuery, ListRow, ListShape } from './list-shape.ts';
import { sortRows } from '../ui/table-sort.ts';
import { RowIndex } from './row-index.ts';

const SHAPE: ListShape = {
  search: ['name', 'owner'],
  exact: ['id'],
  begins: ['status'],
  sort: { name: 'name', price: 'price' },
  count: ['status'],
};
const ROWS: ListRow[] = [
  { id: 3, name: 'Golf 5.bin', owner: 'ana', status: 'ACTIVE', price: 60 },
  { id: 2, name: 'scania.ori', owner: 'Boris', status: 'DEACTIVE', price: null },
  { id: 1, name: 'audi 13.bin', owner: 'ana', status: 'ACTIVE', price: 9 },
];

const everything: ListQuery = { search: '', filters: {}, sort: null };

function indexOf(rows = ROWS): RowIndex {
  const index = new RowIndex(SHAPE);
  index.add(rows);
  return index;
}

const idsOf = (index: RowIndex, query: Partial<ListQuery>) =>
  index.rowsAt(index.find({ ...everything, ...query })).map(({ id }) => id);

describe('finding', () => {
  test.each([
    ['', [3, 2, 1]],
    ['golf', [3]],
    ['ANA bin', [3, 1]],
    ['boris', [2]],
    ['3', [3, 1]],
    ['2', [2]],
    ['active', [3, 1]],
    ['golf boris', []],
  ])('"%s" finds %j', (search, ids) => {
    expect(idsOf(indexOf(), { search })).toEqual(ids);
  });

  test('a filter leaves the rows that have just this value', () => {
    expect(idsOf(indexOf(), { filters: { status: 'ACTIVE', owner: '' } })).toEqual([3, 1]);
  });

  test('going on typing, and taking letters back, finds the same as asking anew', () => {
    const index = indexOf();
    for (const search of ['a', 'an', 'ana', 'ana 1', 'ana 13', 'ana 1', 'an', 'b', 'bi']) {
      expect([search, idsOf(index, { search })]).toEqual([search, idsOf(indexOf(), { search })]);
    }
  });
});

describe('order', () => {
  test('letters without regard to case, and rows without a value at the end both ways', () => {
    const by = (key: string, direction: 'ascending' | 'descending') => idsOf(indexOf(), { sort: { key, direction } });
    expect(by('name', 'ascending')).toEqual([1, 3, 2]);
    expect(by('name', 'descending')).toEqual([2, 3, 1]);
    expect(by('price', 'ascending')).toEqual([1, 3, 2]);
    expect(by('price', 'descending')).toEqual([3, 1, 2]);
  });

  test('the other way round is what sorting the other way gives, with equal rows as they were', () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      id: 1000 - at,
      name: ['B', 'b', 'ä', '', 'c'][(at * 7) % 5] as string,
      price: at % 11 === 0 ? null : (at * 13) % 6,
    }));
    for (const key of ['name', 'price'] as const) {
      const column = { key, header: '', cell: () => null, sortValue: (row: (typeof rows)[number]) => row[key] };
      for (const direction of ['descending', 'ascending'] as const) {
        const sorted = sortRows(rows, [column], { key, direction }).map(({ id }) => id);
        expect(idsOf(indexOf(rows), { sort: { key, direction } })).toEqual(sorted);
      }
    }
  });

  test('rows that come later take their places', () => {
    const index = indexOf();
    expect(idsOf(index, { sort: { key: 'name', direction: 'ascending' } })).toEqual([1, 3, 2]);
    index.add([{ id: 0, name: 'bmw.bin', owner: 'ana', status: 'ACTIVE', price: 1 }]);
    expect(idsOf(index, { sort: { key: 'name', direction: 'ascending' } })).toEqual([1, 0, 3, 2]);
    expect(index.counts).toEqual({ status: { ACTIVE: 3, DEACTIVE: 1 } });
  });
});

describe('the desk', () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  /** A server that sends these pieces, and breaks off where there is an error. */
  function serve(...pieces: (string | Error)[]) {
    globalThis.fetch = async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) controller.close();
          else if (piece instanceof Error) controller.error(piece);
          else controller.enqueue(encode(piece));
        },
      });
      return new Response(body);
    };
  }

  async function load(): Promise<{ told: Told[]; desk: ReturnType<typeof openListDesk> }> {
    const told: Told[] = [];
    let done: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (done = resolve));
    const desk = openListDesk((one) => {
      told.push(one);
      if (one.what === 'loaded' || one.what === 'not loaded') done();
    });
    desk({ what: 'load', url: 'http://portal.test/api/files', token: null, shape: SHAPE });
    await finished;
    return { told, desk };
  }

  const lines = (rows: readonly ListRow[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;

  test('reads a list that is cut anywhere on its way', async () => {
    const text = lines([{ ...ROWS[0], name: 'Ürün 5.bin' } as ListRow, ...ROWS.slice(1)]);
    for (const at of [1, 20, 21, 22, 60, text.length - 1]) {
      serve(text.slice(0, at), text.slice(at));
      const { told, desk } = await load();
      expect(told.at(-1)).toEqual({ what: 'loaded', total: 3 });
      desk({ what: 'look', number: 7, query: { ...everything, search: 'ürün' }, from: 0, to: 10 });
      expect(told.at(-1)).toMatchObject({ what: 'view', number: 7, view: { total: 3, matching: 1 } });
    }
  });

  test('the first rows are told of before all of them are here', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ ...ROWS[0], id: at }));
    serve(lines(rows));
    const { told } = await load();
    expect(told.map(({ what }) => what)).toEqual(['grown', 'grown', 'loaded']);
  });

  test.each([
    ['breaks off', ['[\n{"id":1},\n{"id"', new Error('gone')]],
    ['ends in the middle', ['[\n{"id":1},\n']],
    ['ends within a row', ['[\n{"id":1},\n{"id":']],
    ['is no list', ['<html>']],
  ])('a list that %s is not loaded', async (_, pieces) => {
    serve(...pieces);
    expect((await load()).told.at(-1)).toEqual({ what: 'not loaded', problem: { status: 0, body: null } });
  });

  test('an empty list is loaded', async () => {
    serve('[]');
    expect((await load()).told).toEqual([{ what: 'loaded', total: 0 }]);
  });

  test('what was there stays while the list is loaded again, also when that fails', async () => {
    serve(lines(ROWS));
    const { told, desk } = await load();
    serve('[\n{"id":9},\n', new Error('gone'));
    desk({ what: 'load', url: 'http://portal.test/api/files', token: null, shape: SHAPE });
    await expect.poll(() => told.at(-1)?.what).toBe('not loaded');
    desk({ what: 'take all', number: 1, query: everything });
    expect(told.at(-1)).toEqual({ what: 'all', number: 1, rows: ROWS });
  });

  test('a list that is as it was is neither sent nor told of again', async () => {
    const given: (string | null)[] = [];
    let tag = 'W/"1"';
    globalThis.fetch = async (_url, { headers } = {}) => {
      const has = new Headers(headers).get('if-none-match');
      given.push(has);
      return has === tag ? new Response(null, { status: 304 }) : new Response(lines(ROWS), { headers: { etag: tag } });
    };
    const { told, desk } = await load();
    const again = async () => {
      told.length = 0;
      desk({ what: 'load', url: 'http://portal.test/api/files', token: null, shape: SHAPE });
      await expect.poll(() => told.at(-1)?.what).toBe('loaded');
    };
    await again();
    expect(told).toEqual([{ what: 'loaded', total: 3, isUnchanged: true }]);
    desk({ what: 'take all', number: 1, query: everything });
    expect(told.at(-1)).toEqual({ what: 'all', number: 1, rows: ROWS });
    tag = 'W/"2"';
    await again();
    expect(told).toEqual([{ what: 'loaded', total: 3 }]);
    expect(given).toEqual([null, 'W/"1"', 'W/"1"']);
  });

  test('of rows that match only those that were asked for are handed out', async () => {
    serve(lines(ROWS));
    const { told, desk } = await load();
    desk({
      what: 'look',
      number: 1,
      query: { ...everything, sort: { key: 'name', direction: 'ascending' } },
      from: 1,
      to: 2,
    });
    expect(told.at(-1)).toMatchObject({ view: { matching: 3, from: 1, rows: [{ id: 3 }] } });
  });
});
