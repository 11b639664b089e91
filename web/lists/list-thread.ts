import { getSession } from '../session.ts';
import type { Asked, Told } from './list-desk.ts';
import { queryIn } from './list-address.ts';
import { HELD_ROWS, type ListShape } from './list-shape.ts';

/** Where a list comes from and what it is known by, without the program that shows it. */
export interface ListPlace {
  /** The contract's, below `/api`. */
  path: string;
  shape: ListShape;
  /** The fields that it can be filtered by, and what they are called in the address. */
  filters: Readonly<Record<string, string>>;
}

export interface ListThread {
  ask: (asked: Asked) => void;
  /** Whoever comes later hears what has been told before as well. */
  listen: (hear: (told: Told) => void) => void;
  /** Something has been told. */
  heard: Promise<void>;
  end: () => void;
}

const begun = new Map<string, ListThread>();

export function startThread(): ListThread {
  const worker = new Worker(new URL('list-worker.ts', import.meta.url), { type: 'module' });
  const unheard: Told[] = [];
  let hear = (told: Told): void => {
    unheard.push(told);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data));
  const heard = new Promise<void>((resolve) => {
    worker.addEventListener('message', () => resolve(), { once: true });
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    ask: (asked) => worker.postMessage(asked),
    listen(listener) {
      hear = listener;
      for (const told of unheard.splice(0)) listener(told);
    },
    heard,
    end: () => worker.terminate(),
  };
}

/**
 * Begins to read a list while the program of its screen is still on its way; `openLongList` goes on with it. `address`:
 * the page's, with the search, the filters and the order in it, so that the first rows are here without being asked for.
 * Ends with them, or when there are none.
 */
export async function beginList(place: ListPlace, address: string): Promise<void> {
  const { path, shape } = place;
  const token = getSession()?.token;
  if (token === undefined || typeof Worker === 'undefined' || begun.has(path)) return;
  const thread = startThread();
  thread.ask({ what: 'load', url: `/api${path}`, token, shape });
  thread.ask({ what: 'look first', query: queryIn(address, place), from: 0, to: HELD_ROWS });
  begun.set(path, thread);
  await thread.heard;
}

export function takeBegun(path: string): ListThread | undefined {
  const thread = begun.get(path);
  begun.delete(path);
  return thread;
}
