import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openDatabaseLine } from '../testing/database-line.ts';
import { openListener, type Listener } from './listener.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();

let listener: Listener;
let received: string[];
let states: string[];

async function listenAt(url: string, roundTripTimeoutMs = 10_000): Promise<void> {
  [received, states] = [[], []];
  listener = openListener({
    url,
    channels: ['trial'],
    onMessage: ({ payload }) => received.push(payload ?? ''),
    onStart: (isAgain) => states.push(isAgain ? 'again' : 'first'),
    onStop: () => states.push('stopped'),
    onError: () => undefined,
    roundTripTimeoutMs,
  });
  await listener.connect();
}
afterEach(() => listener.stop());

const notify = (message: string) => sql`select pg_notify('trial', ${message})`.execute(app.db);

test('everything committed has been received once the listener has caught up', async () => {
  await listenAt(app.databaseUrl);
  const expected: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    const messages = Array.from({ length: 3 }, (_, at) => `${round}.${at}`);
    await Promise.all(
      messages.map(async (message) => {
        await notify(message);
        await listener.catchUp();
        expect(received).toContain(message);
      }),
    );
    expected.push(...messages);
  }
  expect(received.toSorted()).toEqual(expected.toSorted());
});

test('a connection that has gone silent is replaced by a new one', async () => {
  const line = await openDatabaseLine(app.databaseUrl);
  await listenAt(line.url, 1000);
  line.isSilent = true;
  await listener.catchUp();
  expect(states).toEqual(['first', 'stopped']);
  line.isSilent = false;
  await expect.poll(() => states).toEqual(['first', 'stopped', 'again']);
  await notify('after');
  await listener.catchUp();
  expect(received).toEqual(['after']);
  await listener.stop();
  line.stop();
});

test('a connection is not given up when only this program itself was busy', async () => {
  await listenAt(app.databaseUrl, 1000);
  const caughtUp = listener.catchUp();
  // By now the statement has been sent.
  await new Promise((resolve) => setImmediate(resolve));
  const until = performance.now() + 1500;
  while (performance.now() < until);
  await caughtUp;
  expect(states).toEqual(['first']);
});
