import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAudience, LISTENERS_A_TURN, TOLD_AT_ONCE, type ServerEvent } from './audience.ts';

const CUSTOMERS = 2000;
const ADMINS = [CUSTOMERS + 1, CUSTOMERS + 2];

let audience: ReturnType<typeof createAudience>;
let called: number[];
let stops: Map<number, () => void>;

const listen = (id: number, role: 'ADMIN' | 'CUSTOMER') =>
  audience.add({ id, role, staff_capabilities: null }, () => {
    called.push(id);
  });

beforeEach(() => {
  [audience, called, stops] = [createAudience(), [], new Map()];
  for (let id = 1; id <= CUSTOMERS; id += 1) stops.set(id, listen(id, 'CUSTOMER'));
  for (const id of ADMINS) stops.set(id, listen(id, 'ADMIN'));
});

const event = (what: ServerEvent['what'], user: number | null): ServerEvent => ({ what, user, id: 1 });
const nextTurns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
};
const ALL_TURNS = Math.ceil((CUSTOMERS + ADMINS.length) / LISTENERS_A_TURN) + 1;

describe(`with ${CUSTOMERS} listening customers`, () => {
  test('an event about one user calls only the streams of that user', async () => {
    listen(7, 'CUSTOMER');
    audience.publish(event('user', 7));
    await nextTurns(ALL_TURNS);
    expect(called).toEqual([7, 7]);
  });

  test.each(['file', 'ticket'] as const)('a %s event calls its owner and the support', async (what) => {
    audience.publish(event(what, 7));
    await nextTurns(ALL_TURNS);
    expect(called).toEqual([7, ...ADMINS]);
  });

  test('an event about an administrator’s file calls its owner once', async () => {
    audience.publish(event('file', CUSTOMERS + 1));
    await nextTurns(ALL_TURNS);
    expect(called).toEqual(ADMINS);
  });

  test('an event about a user who does not listen calls no stream', async () => {
    audience.publish(event('user', CUSTOMERS + 50));
    audience.publish(event('user', null));
    audience.publish(event('user', 7));
    await nextTurns(ALL_TURNS);
    expect(called).toEqual([7]);
  });

  test('a closed stream is not called, and another tab of the same customer is', async () => {
    listen(7, 'CUSTOMER');
    stops.get(7)?.();
    stops.get(ADMINS[0] as number)?.();
    audience.publish(event('file', 7));
    await nextTurns(ALL_TURNS);
    expect(called).toEqual([7, ADMINS[1]]);
  });
});

describe('an event for everyone', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const nextPauses = async (ms: number) => {
    await nextTurns(TOLD_AT_ONCE / LISTENERS_A_TURN);
    await vi.advanceTimersByTimeAsync(ms);
  };

  test('is told 200 streams at once and 500 a second after that, because each of them asks what has changed', async () => {
    audience.publish(event('catalogue', null));
    await nextTurns(ALL_TURNS);
    expect(called).toHaveLength(TOLD_AT_ONCE);
    await nextPauses(1000);
    expect(called).toHaveLength(TOLD_AT_ONCE + 500);
    await nextPauses(10_000);
    expect(called).toHaveLength(CUSTOMERS + ADMINS.length);
  });

  test.each(['catalogue', 'configuration', 'everything'] as const)('%s calls each stream once', async (what) => {
    audience.publish(event(what, null));
    await nextPauses(10_000);
    expect(called).toHaveLength(CUSTOMERS + ADMINS.length);
    expect(new Set(called).size).toBe(CUSTOMERS + ADMINS.length);
  });

  test(`calls ${LISTENERS_A_TURN} streams in one turn of the event loop and the others in the next turns`, async () => {
    audience.publish(event('catalogue', null));
    expect(called).toHaveLength(LISTENERS_A_TURN);
    await nextTurns(1);
    expect(called.length).toBeLessThanOrEqual(3 * LISTENERS_A_TURN);
    await nextPauses(10_000);
    expect(called).toHaveLength(CUSTOMERS + ADMINS.length);
  });

  test('does not call a stream that was closed in between', async () => {
    audience.publish(event('catalogue', null));
    stops.get(CUSTOMERS)?.();
    await nextPauses(10_000);
    expect(called).not.toContain(CUSTOMERS);
    expect(called).toHaveLength(CUSTOMERS + ADMINS.length - 1);
  });
});

test('an audience is empty when the last stream is closed', () => {
  expect(audience.isEmpty()).toBe(false);
  for (const stop of stops.values()) stop();
  expect(audience.isEmpty()).toBe(true);
});
