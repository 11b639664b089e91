// The simulated browsers of `load.ts`, in a separate process: event streams, and polls at the specified intervals.
import { openLine, openStream, type Line } from './load-line.ts';

export interface Customer {
  token: string;
  fileId: number;
}

export type Order =
  | { what: 'begin'; port: number; customers: readonly Customer[]; lines: number }
  | { what: 'open streams' }
  | { what: 'count' }
  /** Sends each poll once to learn its ETag. */
  | { what: 'learn' }
  /** Polls for this many of the customers. */
  | { what: 'poll'; customers: number; seconds: number };

export interface PollResult {
  perSecond: number;
  p50: number;
  p99: number;
  longest: number;
  unchanged: number;
  read: number;
  polls: number;
  /** Every unexpected status, with its count. */
  failures: [status: number, count: number][];
}

/** The number of open streams, or the figures of the polls. */
export type Report = { streams: number } | PollResult;

interface Poll {
  head: string;
  everyMs: number;
  etag: string;
}

/** Intervals for the file's page and the account (docs/spec); a browser varies them by up to a tenth. */
const INTERVALS_MS = { file: 3000, account: 5000 };
const VARIATION = 0.1;
const TICK_MS = 5;
const OPENED_AT_ONCE = 50;

let port = 0;
let customers: readonly Customer[] = [];
let polls: Poll[] = [];
const idle: Line[] = [];
const waiting: ((line: Line) => void)[] = [];
let streams = 0;

const composeHead = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`;

function begin(order: Extract<Order, { what: 'begin' }>): void {
  ({ port, customers } = order);
  polls = customers.flatMap(({ token, fileId }) => [
    { head: composeHead(`/api/files/${fileId}`, token), everyMs: INTERVALS_MS.file, etag: '' },
    { head: composeHead('/api/users/my', token), everyMs: INTERVALS_MS.account, etag: '' },
  ]);
  for (let at = 0; at < order.lines; at += 1) idle.push(openLine(port));
}

/** Runs all items, this many at once. */
async function forAll<Item>(items: readonly Item[], atOnce: number, run: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const openStreams = () =>
  forAll(customers, OPENED_AT_ONCE, async ({ token }) => {
    const isOpen = await openStream(port, token, () => {
      streams -= 1;
    });
    if (isOpen) streams += 1;
  });

/** Sends a poll over the connection that has been idle the longest, so that all stay open. */
async function ask(poll: Poll): Promise<number> {
  const line = idle.shift() ?? (await new Promise<Line>((take) => waiting.push(take)));
  const condition = poll.etag === '' ? '' : `if-none-match: ${poll.etag}\r\n`;
  const { status, etag } = await line.send(`${poll.head}${condition}\r\n`);
  if (status === 200) poll.etag = etag;
  const next = waiting.shift();
  if (next === undefined) idle.push(line);
  else next(line);
  return status;
}

/** Uses all connections, which opens them before the measurement. */
const learn = () =>
  forAll(polls, idle.length, async (poll) => {
    const status = await ask(poll);
    if (status !== 200) throw new Error(`a poll was replied with ${status}`);
  });

/**
 * Sends polls on schedule, whether or not earlier ones have their reply; a reply's delay is measured from when its poll
 * was due.
 */
async function pollFor(chosen: readonly Poll[], seconds: number): Promise<PollResult> {
  const endMs = seconds * 1000;
  const due: Poll[][] = Array.from({ length: Math.ceil(endMs / TICK_MS) + 1 }, () => []);
  const schedule = (poll: Poll, atMs: number) => void due[Math.ceil(atMs / TICK_MS)]?.push(poll);
  for (const poll of chosen) schedule(poll, Math.random() * poll.everyMs);
  const took: number[] = [];
  const statuses = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  const send = async (poll: Poll, dueMs: number) => {
    const status = await ask(poll);
    took.push(performance.now() - startedAt - dueMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let tick = 0; tick < due.length; tick += 1) {
    const dueMs = tick * TICK_MS;
    const waitMs = dueMs - (performance.now() - startedAt);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    for (const poll of due[tick] ?? []) {
      const one = send(poll, dueMs).finally(() => running.delete(one));
      running.add(one);
      schedule(poll, dueMs + poll.everyMs * (1 + VARIATION * (2 * Math.random() - 1)));
    }
  }
  await Promise.all(running);
  return describe(took, statuses, (performance.now() - startedAt) / 1000);
}

function describe(took: readonly number[], statuses: ReadonlyMap<number, number>, seconds: number): PollResult {
  const sorted = took.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    longest: sorted.at(-1) ?? 0,
    unchanged: statuses.get(304) ?? 0,
    read: statuses.get(200) ?? 0,
    polls: sorted.length,
    failures: [...statuses].filter(([status]) => status !== 304 && status !== 200),
  };
}

async function carryOut(order: Order): Promise<Report> {
  if (order.what === 'poll') return pollFor(polls.slice(0, 2 * order.customers), order.seconds);
  if (order.what === 'begin') begin(order);
  else if (order.what === 'open streams') await openStreams();
  else if (order.what === 'learn') await learn();
  return { streams };
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
