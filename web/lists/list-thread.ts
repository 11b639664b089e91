import { getSession } from '../session.ts';
import type { Asked, Told } from './list-desk.ts';
import type { ListShape } from './list-shape.ts';

/** Where a list comes from and what it is known by, without the program that shows it. */
export interface ListPlace {
  /** The contract's, below `/api`. */
  path: string;
  shape: ListShape;
}

export interface ListThread {
  ask: (asked: Asked) => void;
  /** Whoever comes later hears what has been told before as well. */
  listen: (hear: (told: Told) => void) => void;
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
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    ask: (asked) => worker.postMessage(asked),
    listen(listener) {
      hear = listener;
      for (const told of unheard.splice(0)) listener(told);
    },
    end: () => worker.terminate(),
  };
}

/** Begins to read a list while the program of its screen is still on its way; `openLongList` goes on with it. */
export function beginList({ path, shape }: ListPlace): void {
  const token = getSession()?.token;
  if (token === undefined || typeof Worker === 'undefined' || begun.has(path)) return;
  const thread = startThread();
  thread.ask({ what: 'load', url: `/api${path}`, token, shape });
  begun.set(path, thread);
}

export function takeBegun(path: string): ListThread | undefined {
  const thread = begun.get(path);
  begun.delete(path);
  return thread;
}
