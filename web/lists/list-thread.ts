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
  /** Something has been told, or the page has to do the work itself. */
  heard: Promise<void>;
  end: () => void;
}

interface Begun {
  thread: ListThread;
  token: string;
  /** By `performance.now()`. */
  beganAt: number;
}

const begun = new Map<string, Begun>();

export function startThread(): ListThread {
  const worker = new Worker(new URL('list-worker.ts', import.meta.url), { type: 'module' });
  const unheard: Told[] = [];
  let hear = (told: Told): void => {
    unheard.push(told);
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  let ask = (asked: Asked): void => worker.postMessage(asked);
  const questions: Asked[] = [];
  let isAlive = false;
  const heard = new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      isAlive = true;
      resolve();
      hear(data);
    });
    const fail = () => {
      if (!isAlive) void workHere().catch(() => hear({ what: 'not loaded', problem: null }));
      resolve();
    };
    worker.addEventListener('error', fail, { once: true });
  });

  /** The worker's program did not come, as after an update of the portal: the page does its work. */
  async function workHere(): Promise<void> {
    const { openListDesk } = await import('./list-desk.ts');
    ask = openListDesk((told) => hear(told));
    isAlive = true;
    for (const asked of questions) ask(asked);
  }

  return {
    ask(asked) {
      if (!isAlive) questions.push(asked);
      ask(asked);
    },
    listen(listener) {
      hear = listener;
      for (const told of unheard.splice(0)) listener(told);
    },
    heard,
    end() {
      ask({ what: 'stop' });
      worker.terminate();
    },
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
  begun.set(path, { thread, token, beganAt: performance.now() });
  await thread.heard;
}

/** Nothing when it was begun for somebody who is not signed in any more: what came is not for whoever is there now. */
export function takeBegun(path: string): Begun | undefined {
  const early = begun.get(path);
  begun.delete(path);
  if (early === undefined || early.token === getSession()?.token) return early;
  early.thread.end();
  return undefined;
}
