import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAccessToken } from '../features/accounts/access-tokens.calls.ts';
import { BUILT_PASSWORD } from '../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../features/catalogue/server/catalogue.factory.ts';
import { confirmAndPay } from '../features/files/files.calls.ts';
import { setFeasibility } from '../features/files/review/review.calls.ts';
import { admin, app, openStage } from '../server/testing/stage.ts';
import { buildCustomer } from '../server/testing/stories.ts';

openStage();

const SCRIPT = fileURLToPath(new URL('main.ts', import.meta.url));
const ORDER =
  '--solution SOL --vehicle Car --brand Volkswagen --model Bosch --ecu EDC17C64 --petrol-type DIESEL --generation 2014';

let customer: Awaited<ReturnType<typeof buildCustomer>>;
let folder: string;
let order: string[];
beforeAll(async () => {
  customer = await buildCustomer(app.deps, 500);
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-journey-'));
  const { code } = await buildSolution(app.deps);
  order = ORDER.replace('SOL', code).split(' ');
  const input = {
    name: 'Bench',
    days: 7,
    capabilities: ['files.upload', 'files.pay'],
    current_password: BUILT_PASSWORD,
  };
  const { token } = (await app.call(createAccessToken, input, customer)).body as { token: string };
  await run(['login', app.url], token);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const begin = (words: string[], environment: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [SCRIPT, ...words, '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: join(folder, 'settings'), ...environment },
  });

async function run(words: string[], input = '', environment = {}) {
  const child = begin(words, environment);
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin?.end(input);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const lines = out.split('\n').filter(Boolean);
  return { exitCode, errors, replies: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const countFiles = async () => (await app.db.selectFrom('files').select('id').execute()).length;

/** A line between program and portal on which the reply to the first order is lost. */
async function openLossyLine() {
  let lost = 0;
  const server = createServer((incoming, reply) => {
    const { method, url, headers } = incoming;
    const outgoing = request(`${app.url}${url}`, { method, headers }, (answer) => {
      if (method === 'POST' && lost++ === 0) return void answer.resume().on('end', () => incoming.socket.destroy());
      reply.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(reply);
    });
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost: () => lost };
}

const readToken = async () =>
  (JSON.parse(await readFile(join(folder, 'settings/tunedesk/login.json'), 'utf8')) as { token: string }).token;

test('from the quote to the modified file', async () => {
  await writeFile(join(folder, 'golf.bin'), 'an original image');
  const [solution = ''] = order.slice(1);
  const quoted = await run(['quote', solution]);
  expect(quoted).toMatchObject({ exitCode: 0, replies: [{ price: expect.any(Number), expected_time: {} }] });
  const sent = await run(['upload', 'golf.bin', ...order, '--reference', 'JOB-1']);
  expect(sent).toMatchObject({
    exitCode: 0,
    errors: '',
    replies: [{ status: 'PENDING', external_reference: 'JOB-1' }],
  });
  const id = Number(sent.replies[0]?.['id']);
  expect((await run(['status', '--reference', 'JOB-1'])).replies).toMatchObject([{ id, status: 'PENDING' }]);
  const early = await run(['download', `${id}`]);
  expect([early.exitCode, JSON.parse(early.errors)]).toMatchObject([1, { code: 'files.modified_unavailable' }]);

  const file = { name: 'tuned.bin', bytes: new TextEncoder().encode('a modified image!') };
  const priced = { id, feasible: 'POSSIBLE', price: 80, notes: '', offer_version: sent.replies[0]?.['offer_version'] };
  expect((await app.call(setFeasibility, priced, { token: admin.token, file })).status).toBe(200);
  expect((await app.call(confirmAndPay, { id, price: 80 }, customer)).status).toBe(200);
  expect((await run(['status', `${id}`])).replies).toMatchObject([{ id, price_status: 'PAID', price: 80 }]);
  const downloaded = await run(['download', `${id}`, '--out', 'result.bin']);
  expect(downloaded).toMatchObject({ exitCode: 0, replies: [{ id, size_bytes: 17 }] });
  expect(await readFile(join(folder, 'result.bin'), 'utf8')).toBe('a modified image!');
  expect((await run(['download', `${id}`, '--original', '--out', 'original.bin'])).exitCode).toBe(0);
  expect(await readFile(join(folder, 'original.bin'), 'utf8')).toBe('an original image');
});

test('an order whose reply was lost is one order', async () => {
  const line = await openLossyLine();
  await writeFile(join(folder, 'polo.bin'), 'another image');
  const before = await countFiles();
  const there = { TUNEDESK_URL: line.url, TUNEDESK_TOKEN: await readToken() };
  const { exitCode, replies } = await run(['upload', 'polo.bin', ...order], '', there);
  expect([exitCode, replies.length, line.lost()]).toEqual([0, 1, 2]);
  expect(await countFiles()).toBe(before + 1);
});

test('a watched folder sends each file once, also when the program is killed again and again', async () => {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const words = ['watch', 'inbox', '--settle', '0.2', ...order];
  expect((await run([...words, '--once'])).exitCode).toBe(0);
  const before = await countFiles();
  for (let number = 0; number < 6; number += 1) await writeFile(join(inbox, `dump-${number}.bin`), `dump ${number}`);
  // Each is killed a little later: before, while and after it sends.
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const child = begin(words);
    await new Promise((resolve) => setTimeout(resolve, 500 + 130 * attempt));
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  expect((await run([...words, '--once'])).exitCode).toBe(0);
  expect(await countFiles()).toBe(before + 6);
  expect((await readdir(inbox)).filter((name) => name.startsWith('dump-'))).toHaveLength(6);
});

test('a watch ends by a signal with 0, and with 3 once its token is ended', async () => {
  await mkdir(join(folder, 'empty'));
  const child = begin(['watch', 'empty', ...order]);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  await app.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute();
  expect(await run(['watch', 'empty', ...order])).toMatchObject({ exitCode: 3 });
});
