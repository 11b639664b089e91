import pg from 'pg';
import { currentWork } from '../database/callers.ts';

/** Fails at the server, so that a transaction around it is over as after any failure. */
const FAULT = `do $$ begin raise exception 'an injected fault' using errcode = 'XX000'; end $$`;

interface Armed {
  /** The statement that fails, counted from 1. */
  at: number;
  sent: number;
  /** What was replaced; null: as many statements were not sent. */
  failed: string | null;
}

/** The prototype is that of all test files of the process. */
const state = globalThis as { armedFault?: Armed | null; injectsFaults?: true };

/** Before the first connection is opened: each remembers the function that it begins with. */
export function prepareFaults(): void {
  if (state.injectsFaults) return;
  state.injectsFaults = true;
  const { prototype } = pg.Client;
  const query: unknown = Reflect.get(prototype, 'query');
  prototype.query = function inject(this: pg.Client, ...parameters: unknown[]) {
    const call = query as (...given: unknown[]) => unknown;
    return Reflect.apply(call, this, isFailing(parameters) ? withFault(parameters) : parameters);
  } as typeof prototype.query;
}

/** In `run`, of all that is sent on behalf of callers, the n-th statement fails. A rollback never does: it is what a fault leads to. */
export async function withFaultAt<Result>(at: number, run: () => Promise<Result>) {
  const armed: Armed = { at, sent: 0, failed: null };
  state.armedFault = armed;
  try {
    return { result: await run(), failed: armed.failed };
  } finally {
    state.armedFault = null;
  }
}

function isFailing([first]: readonly unknown[]): boolean {
  const armed = state.armedFault;
  if (!armed || currentWork() === undefined) return false;
  const text = typeof first === 'string' ? first : (first as { text?: string }).text;
  if (text === undefined || text === 'rollback') return false;
  armed.sent += 1;
  if (armed.sent !== armed.at) return false;
  armed.failed = text;
  return true;
}

/** Without values, of which it takes none, and with the callback that there may be. */
const withFault = (parameters: readonly unknown[]): unknown[] => [
  FAULT,
  ...parameters.filter((parameter) => typeof parameter === 'function'),
];
