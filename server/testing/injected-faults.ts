import pg from 'pg';
import { getCurrentWork } from '../database/callers.ts';

/** Fails on the server, so that a surrounding transaction is aborted as after any failure. */
const FAULT = `do $$ begin raise exception 'an injected fault' using errcode = 'XX000'; end $$`;

interface Armed {
  /** The statement that fails, counted from 1. */
  at: number;
  sent: number;
  /** The statement that was replaced; null: fewer statements were sent. */
  failed: string | null;
}

/** The patched prototype is shared by all test files of the process. */
const state = globalThis as { armedFault?: Armed | null; injectsFaults?: true };

/** Call it before the first connection is opened: each connection remembers the function that it begins with. */
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

/**
 * Makes the n-th statement fail that `run` sends on behalf of callers. A rollback never fails: it is what a fault leads
 * to.
 */
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
  if (!armed || getCurrentWork() === undefined) return false;
  const text = typeof first === 'string' ? first : (first as { text?: string }).text;
  if (text === undefined || text === 'rollback') return false;
  armed.sent += 1;
  if (armed.sent !== armed.at) return false;
  armed.failed = text;
  return true;
}

/** Drops the values, since the fault takes none, and passes on a callback if there is one. */
const withFault = (parameters: readonly unknown[]): unknown[] => [
  FAULT,
  ...parameters.filter((parameter) => typeof parameter === 'function'),
];
