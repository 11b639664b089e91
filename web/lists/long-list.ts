import type { Endpoint } from '../../portal/endpoint.ts';
import { ApiError } from '../api-error.ts';
import { toApiError, tokenFor } from '../call.ts';
import { openListDesk, type Asked, type Told } from './list-desk.ts';
import type { ListQuery, ListRow, ListShape, ListView } from './list-shape.ts';
import { startThread, takeBegun, type ListThread } from './list-thread.ts';

/** A list that lives in a thread of its own; the page has only the rows that it shows. */
export interface LongList {
  /**
   * Reads all of it; what was there stays until the new one is complete. Whoever asks while it is being read gets the
   * reading after that: on a busy day there is news all the time, and a list that began anew with each would never end.
   */
  load(): Promise<number>;
  look(query: ListQuery, from: number, to: number): Promise<ListView>;
  /** The first rows, when the list was begun with the same question; nothing once somebody has looked at it. */
  firstView(query: ListQuery): ListView | null;
  takeAll(query: ListQuery): Promise<ListRow[]>;
  /** Called when there are other rows than before. */
  onGrown(grown: () => void): () => void;
  /** Ends its thread, and with it the rows. */
  close(): void;
}

interface Loading {
  token: string | null;
  resolve: (total: number) => void;
  reject: (error: unknown) => void;
}

export function openLongList(endpoint: Endpoint, shape: ListShape): LongList {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (told: Told) => void>();
  let number = 0;
  let loading: Loading | null = null;
  /** How a reading ended that was begun before there was this list. */
  let outcome: Told | null = null;
  let first: Extract<Told, { what: 'first view' }> | null = null;

  const settle = (told: Told) => {
    const ended = loading;
    loading = null;
    if (ended === null) outcome = told;
    else if (told.what === 'loaded') ended.resolve(told.total);
    else if (told.what === 'not loaded') ended.reject(errorOf(told.problem, ended.token));
  };
  const hear = (told: Told) => {
    if (told.what === 'grown' || (told.what === 'loaded' && !told.isUnchanged)) for (const grown of listeners) grown();
    if (told.what === 'loaded' || told.what === 'not loaded') settle(told);
    else if (told.what === 'first view') first = told;
    else if (told.what !== 'grown') {
      waiting.get(told.number)?.(told);
      waiting.delete(told.number);
    }
  };
  const early = takeBegun(endpoint.path);
  let isBegun = early !== undefined;
  /** What changed since it was begun was announced to nobody. */
  const isOld = early !== undefined && performance.now() - early.beganAt > FRESH_MS;
  const { ask, listen, end } = early?.thread ?? openThread();
  listen(hear);
  const question = <Answer>(asked: (number: number) => Asked, answerOf: (told: Told) => Answer): Promise<Answer> =>
    new Promise((resolve) => {
      number += 1;
      waiting.set(number, (told) => resolve(answerOf(told)));
      ask(asked(number));
    });

  const loadOnce = () =>
    new Promise<number>((resolve, reject) => {
      const token = tokenFor(endpoint);
      const read = () => {
        loading = { token, resolve, reject };
        ask({ what: 'load', url: `/api${endpoint.path}`, token, shape });
      };
      if (!isBegun) return read();
      isBegun = false;
      // The server says in a few bytes when there is nothing newer.
      loading = { token, resolve: isOld ? read : resolve, reject };
      if (outcome !== null) settle(outcome);
    });

  return {
    load: takeTurns(loadOnce),
    look: (query, from, to) =>
      question(
        (at) => ({ what: 'look', number: at, query, from, to }),
        (told) => {
          first = null;
          return (told as Extract<Told, { what: 'view' }>).view;
        },
      ),
    firstView: (query) => (first && JSON.stringify(first.query) === JSON.stringify(query) ? first.view : null),
    takeAll: (query) =>
      question(
        (at) => ({ what: 'take all', number: at, query }),
        (told) => (told as Extract<Told, { what: 'all' }>).rows,
      ),
    onGrown(grown) {
      listeners.add(grown);
      return () => listeners.delete(grown);
    },
    close: end,
  };
}

/** A list that was read just now is not read again because its screen has come. */
export const FRESH_MS = 2000;

/** How long a list rests between two readings, in the time that one takes. */
const REST = 3;

function takeTurns(read: () => Promise<number>): () => Promise<number> {
  let current: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  let restsUntil = 0;
  const begin = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, restsUntil - performance.now())));
    const beganAt = performance.now();
    try {
      const total = await read();
      restsUntil = performance.now() + REST * (performance.now() - beganAt);
      return total;
    } finally {
      current = null;
    }
  };
  const afterwards = async (running: Promise<number>) => {
    await running.catch(() => undefined);
    next = null;
    return (current = begin());
  };
  return () => {
    if (current === null) return (current = begin());
    return (next ??= afterwards(current));
  };
}

/** In a browser that has no workers, and in tests, the page does the work itself. */
function openThread(): Pick<ListThread, 'ask' | 'listen' | 'end'> {
  if (typeof Worker !== 'undefined') return startThread();
  let hear: (told: Told) => void = () => undefined;
  const ask = openListDesk((told) => hear(told));
  return { ask, listen: (listener) => void (hear = listener), end: () => ask({ what: 'stop' }) };
}

function errorOf(problem: { status: number; body: unknown } | null, token: string | null): Error {
  return problem === null || problem.status === 0
    ? new ApiError(0, 'network', 'No answer from the server.')
    : toApiError(problem.status, problem.body, token);
}
