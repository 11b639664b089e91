// Runs in a thread of the browser: long lists are read, searched and sorted here, and the page stays free.
import { openListDesk, type Asked, type Told } from './list-desk.ts';

/** The library for workers and the one for pages contradict each other; this is all that is needed of it. */
const thread = globalThis as unknown as {
  postMessage(told: Told): void;
  addEventListener(type: 'message', hear: (event: MessageEvent<Asked>) => void): void;
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin
const ask = openListDesk((told) => thread.postMessage(told));
thread.addEventListener('message', ({ data }) => ask(data));
