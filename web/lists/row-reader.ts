import type { ListRow } from './list-shape.ts';

export interface ReadProblem {
  status: number;
  body: unknown;
}

/** What is parsed before somebody is told of it: a screenful at first, so that there is something to read at once. */
const FIRST_BATCH = 100;
const BATCH = 5000;

const BROKEN: ReadOutcome = { problem: { status: 0, body: null } };

type Tell = (rows: ListRow[]) => void;

interface Reading {
  token: string | null;
  /** What the server called the list that is here; it is not sent again when it still calls it so. */
  tag: string | null;
  signal: AbortSignal;
  onRows: Tell;
}

export type ReadOutcome = { problem: ReadProblem } | 'unchanged' | { tag: string | null };

/** Reads a list while it arrives, to its end. */
export async function readRows(url: string, { token, tag, signal, onRows }: Reading): Promise<ReadOutcome> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (tag !== null) headers['if-none-match'] = tag;
  const response = await fetch(url, { headers, signal });
  if (response.status === 304 && tag !== null) return 'unchanged';
  if (!response.ok) return { problem: { status: response.status, body: await response.json().catch(() => null) } };
  if (response.body === null) return BROKEN;
  const batches = collect(onRows);
  let rest = '';
  for await (const text of textOf(response.body)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) batches.take(line);
  }
  // A list in one line is a list as well; one that ends in the middle is none.
  const isWhole = batches.end(rest);
  return isWhole ? { tag: response.headers.get('etag') } : BROKEN;
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function collect(onRows: Tell) {
  let batch: ListRow[] = [];
  let limit = FIRST_BATCH;
  const tell = () => {
    if (batch.length > 0) onRows(batch);
    batch = [];
    limit = BATCH;
  };
  return {
    take(line: string) {
      const text = line.endsWith(',') ? line.slice(0, -1) : line;
      if (text === '' || text === '[' || text === ']') return;
      batch.push(JSON.parse(text) as ListRow);
      if (batch.length >= limit) tell();
    },
    end(rest: string): boolean {
      if (rest !== ']' && !rest.startsWith('[')) return false;
      if (rest.startsWith('[')) batch.push(...(JSON.parse(rest) as ListRow[]));
      tell();
      return true;
    },
  };
}
