// How long one event blocks the event loop while 2 000 streams are open, compared with asking every stream in turn.
// npm run bench -- events [--write]
import Fastify from 'fastify';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAudience, type Listener, type Reader, type ServerEvent } from '../../server/events/audience.ts';
import { mountEvents } from '../../server/events/streams.ts';
import { can } from '../../contract/capabilities.ts';
import type { ReadersTask } from './event-readers.ts';
import { headline, writeSection } from './write-section.ts';

const STREAMS = 2000;
const ROUNDS = 25;
/** Each stream has its own user; the last one is an administrator. */
const roleOf = (userId: number) => (userId === STREAMS ? 'ADMIN' : 'CUSTOMER');

/**
 * The previous design that the audience replaces: every event asks every stream, in one turn of the event loop, whether
 * it concerns its reader.
 */
function createAskingAudience() {
  const listeners = new Map<Listener, Reader>();
  const concerns = ({ user, what }: ServerEvent, reader: Reader) =>
    ['catalogue', 'configuration', 'everything'].includes(what) ||
    user === reader.id ||
    (can(reader, 'tickets.read-all') && ['file', 'ticket'].includes(what));
  return {
    add(reader: Reader, listener: Listener) {
      listeners.set(listener, reader);
      return () => listeners.delete(listener);
    },
    publish(event: ServerEvent) {
      for (const [listener, reader] of listeners) if (concerns(event, reader)) listener(event);
    },
  };
}

const WAYS = [
  { name: 'by user and role', create: createAudience },
  { name: 'asking every stream', create: createAskingAudience },
] as const;

const EVENTS: readonly [name: string, event: ServerEvent][] = [
  ['a notification of one user', { user: 7, what: 'user', id: 7 }],
  ['a file of one user', { user: 7, what: 'file', id: 1 }],
  ['the catalogue, which all have', { user: null, what: 'catalogue', id: 0 }],
];

/** Processor time of this thread; unlike elapsed time, it is not affected by a busy machine. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures the longest turn of the event loop, from the event until 200 turns later, in milliseconds. */
async function longestTurn(publish: () => void): Promise<number> {
  let longest = 0;
  let before = threadMs();
  publish();
  for (let turn = 0; turn < 200; turn += 1) {
    await nextTurn();
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}

type Publish = (event: ServerEvent) => void;

async function withStreams<Result>({ create }: (typeof WAYS)[number], measure: (publish: Publish) => Promise<Result>) {
  const audience = create();
  const app = Fastify();
  mountEvents(app, {
    feed: {
      listen: async (reader, listener) => audience.add(reader, listener),
      onGaveWay: () => undefined,
      onAccessChange: () => undefined,
      stop: async () => undefined,
    },
    slots: { take: async () => randomUUID(), leave: async () => undefined, close: async () => undefined },
    authenticate: async (token) => ({
      id: Number(token),
      role: roleOf(Number(token)),
      verified: true,
      sessionId: token,
    }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const readers = fork(fileURLToPath(new URL('event-readers.ts', import.meta.url)), { execArgv: [] });
  const { port } = app.server.address() as AddressInfo;
  readers.send({ port, count: STREAMS } satisfies ReadersTask);
  await once(readers, 'message');
  const result = await measure((event) => audience.publish(event));
  readers.disconnect();
  await once(readers, 'exit');
  await app.close();
  return result;
}

async function measureEach(publish: Publish): Promise<number[][]> {
  const figures: number[][] = EVENTS.map(() => []);
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    for (const [index, [, event]] of EVENTS.entries()) {
      const longest = await longestTurn(() => publish(event));
      // The first rounds are warm-up, while code is compiled.
      if (round >= 3) figures[index]?.push(longest);
      // Lets the readers process what they received.
      await wait(50);
    }
  }
  return figures;
}

function medianAndWorst(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((value) => value?.toFixed(2)).join(' / ');
}

async function main(): Promise<void> {
  const figures: number[][][] = [];
  for (const way of WAYS) figures.push(await withStreams(way, measureEach));
  const table = [
    `| Event | ${WAYS.map(({ name }) => `${name}, ms`).join(' | ')} |`,
    '| --- | --- | --- |',
    ...EVENTS.map(
      ([name], index) => `| ${name} | ${figures.map((of) => medianAndWorst(of[index] ?? [])).join(' | ')} |`,
    ),
  ].join('\n');
  console.log(table);
  if (!process.argv.includes('--write')) return;
  writeSection('One event to 2 000 streams', [
    headline('npm run bench -- events --write'),
    `Processor time of the longest turn of the event loop after one event, median / worst of ${ROUNDS}, with ${STREAMS} open streams of as many users, one of them an administrator; another process reads them. From the event's arrival in the server, without the database.`,
    table,
  ]);
}

await main();
