import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QUEUES } from '../../../server/jobs.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import { post, someNotice, vouchedBytes } from './payment-stage.factory.ts';
import { selectUnsettledIds } from './payments.queries.ts';
import type { Verify } from './provider.ts';
import { openSandbox } from './sandbox/sandbox-provider.ts';
import { verifyInSandbox } from './sandbox/sandbox.ts';
import { settleMessage } from './settle.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let provider: Server;
/** `hasty` is as impatient as a test needs; `patient` is like the product, as a busy machine is no outage. */
let hasty: Verify;
let patient: Verify;
/** What the provider does with the next request. */
let mood: (question: Buffer, response: ServerResponse) => void;
let asked: number;

beforeEach(async () => {
  app = await startTestApp();
  asked = 0;
  provider = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      asked += 1;
      mood(Buffer.concat(pieces), response);
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`;
  const sandbox = openSandbox(verifyUrl);
  const { url: ownUrl } = app;
  // The timeout is scaled like the hour: a tenth of a second stands for PayPal's half a minute.
  hasty = (message) => sandbox.verify(message, { ownUrl, timeoutMs: 100 });
  patient = (message) => sandbox.verify(message, { ownUrl });
});
afterEach(async () => {
  provider.closeAllConnections();
  provider.close();
  const faults = await checkWholeLedger(app.deps);
  await app.stop();
  if (faults.length > 0) throw new Error(faults.join('; '));
});

const honest = (question: Buffer, response: ServerResponse) => {
  void verifyInSandbox(app.deps, question).then((notices) => response.end(notices));
};

const reply =
  (status: number, text: string): typeof mood =>
  (_, response) =>
    response.writeHead(status).end(text);

/** Ways in which a provider fails to confirm. */
const moods: Record<string, typeof mood> = {
  'cuts the line': (_, response) => response.destroy(),
  'never answers': () => undefined,
  'answers half': (_, response) => {
    response.writeHead(200).write('VERI');
  },
  'says 500': reply(500, 'VERIFIED'),
  'says 503': reply(503, ''),
  'leads elsewhere': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('VERIFIED'),
  'says nothing': reply(200, ''),
  'says nonsense': reply(200, 'HELLO'),
  'says it in small letters': reply(200, 'verified'),
  'says more than asked': reply(200, 'VERIFIED VERIFIED'),
  'sends a page': reply(200, '<html><body>VERIFIED</body></html>'),
  'talks without end': reply(200, 'VERIFIED'.repeat(5000)),
};

/** When pg-boss retries: its own rule (`retryBackoff`), without the random part. */
const { retryDelay, retryDelayMax, retryLimit } = QUEUES['settle-payment'];
const backOffMs = (retries: number) => Math.min(retryDelayMax, retryDelay * 2 ** Math.min(16, retries)) * 1000;

test.each(Object.entries(moods))(
  'a provider that %s is asked again later, and nothing is credited until then',
  async (_, bad) => {
    const customer = await buildCustomer(app.deps);
    await post(app, await vouchedBytes(app, someNotice({ custom: String(customer.id) })));
    const [message] = await selectUnsettledIds(app.db).execute();
    mood = bad;
    await expect(settleMessage(app, hasty, message?.id ?? 0)).rejects.toThrow(/\w/);
    expect(await readBalance(app, customer.id)).toBe(0);
    const noted = app.db.selectFrom('payment_messages').select(['verification', 'attempts', 'outcome', 'last_error']);
    expect(await noted.executeTakeFirst()).toMatchObject({ verification: 'WAITING', attempts: 1, outcome: null });
    expect((await noted.executeTakeFirst())?.last_error).not.toBe('');
    mood = honest;
    await settleMessage(app, patient, message?.id ?? 0);
    expect(await readBalance(app, customer.id)).toBe(50);
  },
);

test('when the provider is down, slow or sends nonsense for an hour, no payment is lost or credited twice', async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => buildCustomer(app.deps)));
  const bad = Object.values(moods);
  const waiting = new Map<number, { dueAt: number; retries: number }>();
  const begunAt = app.clock.now().getTime();
  const elapsed = () => app.clock.now().getTime() - begunAt;
  mood = (question, response) => {
    const isDown = elapsed() < HOUR_MS;
    (isDown ? (bad[asked % bad.length] as typeof mood) : honest)(question, response);
  };
  /** A worker that retries as the queue would, by the test's clock. */
  const work = async () => {
    for (const { id } of await selectUnsettledIds(app.db).execute()) {
      const job = waiting.get(id) ?? { dueAt: 0, retries: 0 };
      if (job.dueAt > elapsed()) continue;
      await settleMessage(app, elapsed() < HOUR_MS ? hasty : patient, id).catch(() => {
        waiting.set(id, { dueAt: elapsed() + backOffMs(job.retries), retries: job.retries + 1 });
      });
    }
  };
  const readBalances = () => Promise.all(customers.map(({ id }) => readBalance(app, id)));
  let duringOutage: number[] = [];
  const paid = customers.map(({ id }) => someNotice({ custom: String(id), amount: '20.00' }));
  for (let minute = 0; minute < 90 && elapsed() < 90 * MINUTE_MS; minute += 1) {
    const notice = paid[minute];
    if (notice) {
      const bytes = await vouchedBytes(app, notice);
      await post(app, bytes);
      await post(app, bytes);
    }
    // In the middle of it, a refund that overtakes everything, and a forgery.
    if (minute === 8) {
      const back = { parentId: paid[0]?.transactionId ?? '', status: 'Refunded', amount: '-5.00' };
      await post(app, await vouchedBytes(app, someNotice({ custom: String(customers[0]?.id), ...back })));
      await post(app, await vouchedBytes(app, someNotice({ custom: String(customers[1]?.id) }), false));
    }
    await work();
    if (minute === 59) duringOutage = await readBalances();
    app.clock.advance(MINUTE_MS);
  }
  expect(duringOutage).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await readBalances()).toEqual([15, 20, 20, 20, 20, 20]);
  expect(await selectUnsettledIds(app.db).execute()).toEqual([]);
  // Far less than one request a second, and far from being given up.
  expect(Math.max(...[...waiting.values()].map(({ retries }) => retries))).toBeLessThan(retryLimit / 4);
});
