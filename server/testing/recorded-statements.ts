import { AsyncLocalStorage } from 'node:async_hooks';
import { deserialize, serialize } from 'node:v8';
import pg from 'pg';
import { getCurrentWork } from '../database/callers.ts';

/** A statement of the product, with the values of its first execution. */
export interface Recorded {
  text: string;
  values: readonly unknown[];
  /** A named statement is planned once for all values. */
  isPrepared: boolean;
}

/** One line of a file of statements, and what it holds. */
export const formatStatement = (statement: Recorded) => `${serialize(statement).toString('base64')}\n`;
export const parseStatement = (line: string) => deserialize(Buffer.from(line, 'base64')) as Recorded;

const own = new AsyncLocalStorage<true>();

/** Counts what `run` sends as work of the product itself, such as a job, and not as preparation of a test. */
export const asProduct = <Result>(run: () => Result): Result => own.run(true, run);

type Listener = (statement: Recorded) => void;

/** The prototype is shared by all test files of the process; each file sets its own listener. */
const state = globalThis as { statementListener?: Listener | undefined; isRecording?: true };

/** Listens from now on to every statement sent on behalf of a caller, and to what `asProduct` runs. */
export function listenToStatements(listener: Listener): void {
  state.statementListener = (statement) => {
    if (getCurrentWork() !== undefined || own.getStore() === true) listener(statement);
  };
  if (state.isRecording) return;
  state.isRecording = true;
  const { prototype } = pg.Client;
  const query: unknown = Reflect.get(prototype, 'query');
  prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
    const statement = describe(parameters);
    if (statement !== null) state.statementListener?.(statement);
    return Reflect.apply(query as (...parameters: unknown[]) => unknown, this, parameters);
  } as typeof prototype.query;
}

function describe([first, second]: readonly unknown[]): Recorded | null {
  if (typeof first === 'string') return { text: first, values: (second as unknown[]) ?? [], isPrepared: false };
  const { text, values = [], name } = first as { text?: string; values?: unknown[]; name?: string };
  return text === undefined ? null : { text, values, isPrepared: name !== undefined };
}
