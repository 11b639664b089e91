import { RowIndex } from './row-index.ts';
import { readRows, type ReadProblem } from './row-reader.ts';
import type { ListQuery, ListRow, ListShape, ListView } from './list-shape.ts';

export type Asked =
  | { what: 'load'; url: string; token: string | null; shape: ListShape }
  | { what: 'stop' }
  /** Answered as soon as there is a row. */
  | { what: 'look first'; query: ListQuery; from: number; to: number }
  | { what: 'look'; number: number; query: ListQuery; from: number; to: number }
  | { what: 'take all'; number: number; query: ListQuery };

export type Told =
  /** More rows are there than before; while a list is loaded again, nothing is told before it is complete. */
  | { what: 'grown' }
  | { what: 'loaded'; total: number; isUnchanged?: true }
  | { what: 'not loaded'; problem: ReadProblem | null }
  | { what: 'first view'; query: ListQuery; view: ListView }
  | { what: 'view'; number: number; view: ListView }
  | { what: 'all'; number: number; rows: ListRow[] };

/** Answers questions about one list. It runs in a worker, and in a test where there are none. */
export function openListDesk(tell: (told: Told) => void): (asked: Asked) => void {
  let shown: RowIndex | null = null;
  let loading: AbortController | null = null;
  let isComplete = false;
  /** Of the list that is shown. */
  let tag: string | null = null;
  let lookFirst: Extract<Asked, { what: 'look first' }> | null = null;

  async function load({ url, token, shape }: Extract<Asked, { what: 'load' }>): Promise<void> {
    loading?.abort();
    const stop = new AbortController();
    loading = stop;
    const index = new RowIndex(shape);
    const isFirst = !isComplete;
    const onRows = (rows: ListRow[]) => {
      index.add(rows);
      if (!isFirst || stop.signal.aborted) return;
      shown = index;
      if (lookFirst !== null) {
        const { query, from, to } = lookFirst;
        lookFirst = null;
        tell({ what: 'first view', query, view: { ...lookAt(index, query, from, to), isComplete } });
      }
      tell({ what: 'grown' });
    };
    const outcome = await readRows(url, { token, tag, signal: stop.signal, onRows }).catch(() => ({
      problem: { status: 0, body: null },
    }));
    if (stop.signal.aborted) return;
    loading = null;
    if (outcome === 'unchanged') return tell({ what: 'loaded', total: shown?.size ?? 0, isUnchanged: true });
    if ('problem' in outcome) return tell({ what: 'not loaded', problem: outcome.problem });
    shown = index;
    tag = outcome.tag;
    isComplete = true;
    tell({ what: 'loaded', total: index.size });
    prepareOrders(index, shape, stop.signal);
  }

  return (asked) => {
    if (asked.what === 'load') void load(asked);
    else if (asked.what === 'stop') loading?.abort();
    else if (asked.what === 'look first') lookFirst = asked;
    else if (asked.what === 'look') {
      const { number, query, from, to } = asked;
      tell({ what: 'view', number, view: { ...lookAt(shown, query, from, to), isComplete } });
    } else {
      const { number, query } = asked;
      tell({ what: 'all', number, rows: shown ? shown.rowsAt(shown.find(query)) : [] });
    }
  };
}

function lookAt(index: RowIndex | null, query: ListQuery, from: number, to: number): Omit<ListView, 'isComplete'> {
  if (index === null) return { total: 0, counts: {}, matching: 0, from: 0, rows: [] };
  const places = index.find(query);
  const rows = index.rowsAt(places.slice(from, to));
  return { total: index.size, counts: index.counts, matching: places.length, from, rows };
}

/** Of long lists, one after another between the questions: a sort then has nothing left to do. */
const PREPARED_FROM = 5000;

function prepareOrders(index: RowIndex, shape: ListShape, signal: AbortSignal): void {
  if (index.size < PREPARED_FROM) return;
  const [...waiting] = Object.keys(shape.sort);
  const next = () => {
    const key = waiting.shift();
    if (key === undefined || signal.aborted) return;
    index.prepare(key);
    setTimeout(next);
  };
  setTimeout(next, 50);
}
