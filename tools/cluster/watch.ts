import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream, type EventStream } from '../../server/testing/event-stream.ts';
import { send } from '../soak/send-call.ts';
import { waitUntil } from '../wait-until.ts';
import type { PortalCluster } from './portal-cluster.ts';
import type { Person } from './stage.ts';

const PROBE_EVERY_MS = 500;
/** Maximum number of open probes: a call may hang until its deadline, and later ones are still sent. */
const MAX_PROBES = 40;

const LANGUAGES = ['en', 'de'];

/** Alternates the language, so that each call changes it. */
const changeLanguage = (url: string, { token }: Person, turn: number) =>
  send(url, { method: 'PUT', path: '/users/my/language', token, body: { language: LANGUAGES[turn % 2] } });

export interface Probes {
  /** Resolves when a write that starts after this call was carried out. */
  untilWriting(): Promise<void>;
  /** Times at which writes were carried out. */
  endedAt(): readonly number[];
  stop(): Promise<void>;
}

/** Writes through the proxy twice a second, whether or not earlier writes have their reply. */
export function startProbes(url: string, person: Person): Probes {
  const successes: { startedAt: number; endedAt: number }[] = [];
  const underWay = new Set<Promise<void>>();
  const state = { isOver: false };
  const probe = async (turn: number) => {
    const startedAt = Date.now();
    const { status } = await changeLanguage(url, person, turn);
    if (status === 200) successes.push({ startedAt, endedAt: Date.now() });
  };
  const loop = (async () => {
    for (let turn = 0; !state.isOver; turn += 1) {
      if (underWay.size < MAX_PROBES) {
        const one: Promise<void> = probe(turn).finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await sleep(PROBE_EVERY_MS);
    }
  })();
  return {
    async untilWriting() {
      const from = Date.now();
      await waitUntil('a write', () => successes.some(({ startedAt }) => startedAt >= from), { everyMs: 50 });
    },
    endedAt: () => successes.map(({ endedAt }) => endedAt),
    async stop() {
      state.isOver = true;
      await loop;
      await Promise.all(underWay);
    },
  };
}

/** Returns the longest gap between these moments, from `since` until now. */
export function longestGap(moments: readonly number[], since: number): number {
  const later = [since, ...moments.filter((at) => at > since), Date.now()].toSorted((a, b) => a - b);
  return Math.max(...later.slice(1).map((at, index) => at - (later[index] ?? at)));
}

const ROUNDS = 12;
const TIMEOUT_MS = 20_000;

/**
 * Makes a change through one web process; returns the milliseconds from its reply until the last of the other processes
 * has shown it.
 */
async function crossOnce(streams: readonly EventStream[], from: string, person: Person, turn: number): Promise<number> {
  const before = streams.map(({ news }) => news.length);
  const { status } = await changeLanguage(from, person, turn);
  if (status !== 200) throw new Error(`a change for the event streams: ${status}`);
  const repliedAt = Date.now();
  const isEverywhere = () => streams.every(({ news }, at) => news.length > (before[at] ?? 0));
  while (!isEverywhere()) {
    if (Date.now() - repliedAt > TIMEOUT_MS) throw new Error('an event has not crossed to every web process');
    await sleep(2);
  }
  return Date.now() - repliedAt;
}

/**
 * Measures for several changes, each through another web process, the milliseconds until every web process has the
 * event.
 */
export async function measureEvents({ webs }: Pick<PortalCluster, 'webs'>, person: Person): Promise<number[]> {
  const streams = await Promise.all(webs.map(({ url }) => openEventStream(url, person.token)));
  try {
    const took: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      // Late events of the previous change have arrived by then.
      await sleep(300);
      took.push(await crossOnce(streams, webs[turn % webs.length]?.url ?? '', person, turn));
    }
    return took;
  } finally {
    for (const stream of streams) stream.close();
  }
}
