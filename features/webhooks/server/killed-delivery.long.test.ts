import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { callEndpoint } from '../../../server/testing/app.ts';
import { bootProgram, type Booted } from '../../../server/testing/boot.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { connect, type Connection } from '../../../server/database/connect.ts';
import { login, register } from '../../accounts/accounts.calls.ts';
import { addSolution } from '../../catalogue/catalogue.calls.ts';
import { VEHICLE } from '../../files/files.factory.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import { createWebhook } from '../webhooks.calls.ts';
import { openReceiver } from './receiver.factory.ts';

const ADMIN = { email: 'boss@example.com', password: 'Copper-Lathe-88' };
const CUSTOMER = {
  username: 'nadia',
  full_name: 'Nadia Keller',
  email: 'nadia@example.com',
  password: 'Copper-Lime-41',
  phone: '+41 44 668 18 00',
  country: 'Switzerland',
};
const ROUNDS = 4;
const EVENTS_EACH = 12;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let folder: string;
let program: Booted;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.ownerUrl, 2);
  // Slow enough that each kill leaves some messages sent, some on their way and some not begun.
  receiver = await openReceiver((response) => void setTimeout(() => response.end('thanks'), 60));
  folder = await mkdtemp(join(inject('throwawayFolder'), 'webhooks-'));
});
afterAll(async () => {
  await program.kill();
  await receiver.stop();
  await connection.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = async () => {
  program = await bootProgram({
    DATA_DIR: folder,
    DATABASE_URL: database.ownerUrl,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    UPLOAD_LIMITS: 'unverified_files=0',
  });
  expect(program.exitCode, program.output).toBeNull();
};

/** Everything is sent by calls, as it happens in a shop. */
async function makeEvents(token: string, solution: number): Promise<void> {
  const input = { ...VEHICLE, solution_ids: [solution] };
  for (let at = 0; at < EVENTS_EACH; at += 1) {
    const file = { name: 'golf.bin', bytes: new TextEncoder().encode(`image ${at}`) };
    expect((await callEndpoint(program.url, createFile, input, { token, file })).status).toBe(201);
  }
}

const listMessages = () =>
  connection.db.selectFrom('webhook_deliveries').select(['message_id', 'status', 'data']).orderBy('id').execute();

test(
  'a portal that is killed between event and delivery sends every message, each under its one id',
  { timeout: 300_000 },
  async () => {
    await start();
    const { token } = (await callEndpoint(program.url, login, ADMIN)).body as { token: string };
    const hook = { name: 'Shop', url: receiver.url, events: ['file.created'] };
    expect((await callEndpoint(program.url, createWebhook, hook, { token })).status).toBe(201);
    const stage = { name: 'Stage 1', code: 'ST1', credits: 60, type: 'TUNING' };
    const solution = (await callEndpoint(program.url, addSolution, stage, { token })).body as { id: number };
    const customer = (await callEndpoint(program.url, register, CUSTOMER)).body as { token: string };
    let left = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await makeEvents(customer.token, solution.id);
      await sleep(40 + 90 * round);
      await program.kill('SIGKILL');
      left += (await listMessages()).filter(({ status }) => status === 'WAITING').length;
      await start();
    }
    expect(left).toBeGreaterThan(0);
    const isSettled = async () => (await listMessages()).every(({ status }) => status === 'DELIVERED');
    await expect.poll(isSettled, { timeout: 120_000 }).toBe(true);
    const messages = await listMessages();
    expect(messages).toHaveLength(ROUNDS * EVENTS_EACH);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'] as string);
    expect([...new Set(ids)].sort()).toEqual(messages.map(({ message_id }) => message_id).sort());
    // The same message is the same text at every attempt.
    const texts = new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id'] as string} ${body}`));
    expect(texts.size).toBe(messages.length);
  },
);
