import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toFileName } from './files.ts';
import { configurationFolder, readAddress } from './login.ts';
import { toPrintable } from './terminal.ts';

const SCRIPT = fileURLToPath(new URL('main.ts', import.meta.url));
const MODIFIED = 'the modified file';

let folder: string;
let server: Server;
let url: string;
/** What the portal says of the modified file. */
let sha256: string;
/** What becomes of the next replies; null: nothing. */
let faults: (((reply: ServerResponse) => void) | null)[];
beforeAll(async () => {
  const replies: Record<string, () => [number, object | string]> = {
    '/api/users/my': () => [200, { id: 1, username: 'workshop' }],
    '/api/files/7': () => [200, { file: { id: 7, mod_file_sha256: sha256 } }],
    '/api/files/7/download-mod-file': () => [200, MODIFIED],
    '/api/files/8/download-mod-file': () => [400, { code: 'files.modified_unavailable', message: 'Not paid yet.' }],
    '/api/files/9/download-mod-file': () => [403, { code: 'session.ended', message: 'Ended.' }],
  };
  server = createServer(({ url: path = '' }, reply) => {
    const fault = faults.shift() ?? null;
    if (fault !== null) return fault(reply);
    const [status, body] = replies[path]?.() ?? [404, { code: 'not_found', message: 'Not found.' }];
    reply.statusCode = status;
    reply.setHeader('content-disposition', `attachment; filename*=UTF-8''..%2Fgolf%20stage%201.bin`);
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-cli-'));
  sha256 = hash('sha256', MODIFIED);
  faults = [];
  return () => rmSync(folder, { recursive: true, force: true });
});

interface Given {
  input?: string;
  token?: string | null;
  environment?: Record<string, string>;
}

const run = (words: string[], { input = '', token = 'tdt_1', environment = {} }: Given = {}) =>
  new Promise<{ exitCode: number; out: string; errors: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
    const login = token === null ? {} : { TUNEDESK_URL: url, TUNEDESK_TOKEN: token };
    const options = { cwd: folder, env: { ...env, ...login, ...environment } as NodeJS.ProcessEnv };
    const child = execFile(process.execPath, [SCRIPT, ...words], options, (error, out, errors) =>
      resolve({ exitCode: (error?.code as number | undefined) ?? 0, out, errors }),
    );
    child.stdin?.end(input);
  });

test('the token is read from the input and stored where only its user can read it', async () => {
  expect(await run(['status'], { token: null })).toMatchObject({ exitCode: 3 });
  const done = await run(['login', url, '--json'], { token: null, input: 'tdt_secret\n' });
  expect(done).toMatchObject({ exitCode: 0, errors: '' });
  expect(done.out).not.toContain('tdt_secret');
  const { stored_in: path } = JSON.parse(done.out) as { stored_in: string };
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url, token: 'tdt_secret' });
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readdirSync(join(path, '..'))).toEqual(['login.json']);
  expect((await run(['download', '7'], { token: null })).exitCode).toBe(0);
  await run(['logout'], { token: null });
  expect(existsSync(path)).toBe(false);
});

test('a token is not sent over http to another machine unless that is said', () => {
  expect(() => readAddress('http://portal.example.com', false)).toThrow(/--allow-http/);
  expect(() => readAddress('portal.example.com', false)).toThrow(/not the address/);
  expect(readAddress('http://portal.example.com', true)).toBe('http://portal.example.com');
  expect(readAddress('https://portal.example.com/files?x=1', false)).toBe('https://portal.example.com');
  expect(readAddress('http://localhost:3000', false)).toBe('http://localhost:3000');
});

test.each<[string, Record<string, string>, RegExp]>([
  ['http to another machine', { TUNEDESK_URL: 'http://example.com', TUNEDESK_TOKEN: 'tdt_secret' }, /--allow-http/],
  ['no token', { TUNEDESK_URL: 'https://example.com' }, /needs TUNEDESK_TOKEN/],
  ['two lines', { TUNEDESK_URL: 'https://example.com', TUNEDESK_TOKEN: 'tdt_\nsecret' }, /not an access token/],
])('an environment with %s is wrong use, and no token is shown', async (_, environment, reason) => {
  const { exitCode, errors } = await run(['status'], { token: null, environment });
  expect([exitCode, errors]).toEqual([2, expect.stringMatching(reason)]);
  expect(errors).not.toContain('secret');
});

const cutOff = (reply: ServerResponse) => {
  reply.writeHead(200, { 'content-length': '1000' }).write('{');
  setTimeout(() => reply.destroy(), 100);
};
const answerLate = (reply: ServerResponse) =>
  void reply.writeHead(408).end('{"code": "http.not_in_time", "message": "The request did not arrive in time."}');

test.each([
  ['cut off after its head', cutOff],
  ['that the call did not arrive in time', answerLate],
])('after a reply %s the call is made again', async (_, fault) => {
  faults = [fault];
  const { exitCode, out } = await run(['status', '7', '--json']);
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { id: 7 }]);
});

test('a download that is cut off is 4 and leaves no file', async () => {
  faults = [cutOff];
  expect(await run(['download', '7'])).toMatchObject({ exitCode: 4, errors: expect.stringMatching(/does not answer/) });
  expect(readdirSync(folder)).toEqual([]);
});

describe('a watch that is to end', () => {
  const ORDER =
    '--solution 1 --vehicle Car --brand Seat --model Bosch --ecu EDC17 --petrol-type DIESEL --generation 2014';
  const watchOnce = (order: string) => run(`watch . --existing --once --settle 0 ${order}`.trim().split(' '));

  test.each([
    ['an empty file', '', ORDER, /golf\.bin: refused: It is empty/],
    ['an incomplete order', 'golf', '', /golf\.bin: waits for --vehicle/],
    ['a refusal', 'golf', ORDER, /golf\.bin: refused: Not found/],
  ])('is 1 after %s', async (_, content, order, line) => {
    writeFileSync(join(folder, 'golf.bin'), content);
    const { exitCode, out, errors } = await watchOnce(order);
    expect([exitCode, out, errors]).toEqual([1, expect.stringMatching(line), expect.stringMatching(/not sent: 1/)]);
  });

  test('is 4 without word from the portal', async () => {
    writeFileSync(join(folder, 'golf.bin'), 'golf');
    faults = [null, (reply) => void reply.writeHead(503, { 'retry-after': '60' }).end()];
    expect(await watchOnce(ORDER)).toMatchObject({ exitCode: 4 });
  });
});

test('settings are where each system keeps them', () => {
  const at = (platform: NodeJS.Platform, environment = {}) => configurationFolder(platform, environment, 'home');
  expect(at('linux')).toBe(join('home', '.config', 'tunedesk'));
  expect(at('linux', { XDG_CONFIG_HOME: '/settings' })).toBe('/settings/tunedesk');
  expect(at('darwin')).toBe(join('home', 'Library', 'Application Support', 'tunedesk'));
  expect(at('win32', { APPDATA: 'roaming' })).toBe(join('roaming', 'tunedesk'));
});

test('a download takes the name that the portal gives it, and overwrites nothing unless that is said', async () => {
  expect(await run(['download', '7'])).toMatchObject({ exitCode: 0, errors: '' });
  const path = join(folder, 'golf stage 1.bin');
  expect(readFileSync(path, 'utf8')).toBe(MODIFIED);
  writeFileSync(path, 'mine');
  expect(await run(['download', '7'])).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/--force/) });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect((await run(['download', '7', '--force'])).exitCode).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(MODIFIED);
  expect(readdirSync(folder)).toEqual(['golf stage 1.bin']);
});

test('bytes that are not those of the portal leave no file, and those that were there', async () => {
  sha256 = hash('sha256', 'something else');
  writeFileSync(join(folder, 'tuned.bin'), 'mine');
  const words = ['download', '7', '--out', 'tuned.bin', '--force', '--json'];
  const { exitCode, errors } = await run(words);
  expect([exitCode, JSON.parse(errors)]).toMatchObject([1, { code: 'damaged' }]);
  expect(readdirSync(folder)).toEqual(['tuned.bin']);
  expect(readFileSync(join(folder, 'tuned.bin'), 'utf8')).toBe('mine');
});

test('what the portal refuses is 1 with its code, an ended token is 3', async () => {
  const refused = await run(['download', '8', '--json']);
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.errors)).toEqual({
    code: 'files.modified_unavailable',
    message: 'Not paid yet.',
    exit_code: 1,
  });
  expect(await run(['download', '9'])).toMatchObject({ exitCode: 3, errors: expect.stringMatching(/log in again/) });
});

test('what cannot be a call is wrong use, and says where help is', async () => {
  const calls = ['nothing', 'download seven', 'download 7 --fast', 'upload golf.bin', 'watch folder --settle soon'];
  const replies = await Promise.all(calls.map((call) => run(call.split(' '))));
  for (const [at, call] of calls.entries()) {
    expect([call, replies[at]]).toEqual([
      call,
      { exitCode: 2, out: '', errors: expect.stringMatching(/tunedesk --help/) },
    ]);
  }
});

test('help names every command, with and without one', async () => {
  const [alone, of, version] = await Promise.all([run(['--help']), run(['watch', '--help']), run(['--version'])]);
  expect(of.out).toBe(alone.out);
  for (const name of ['login', 'quote', 'upload', 'status', 'download', 'watch'])
    expect(alone.out).toMatch(new RegExp(`^  tunedesk ${name}`, 'm'));
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\golf.bin', 'golf.bin'],
  ['.bashrc', 'bashrc'],
  ['a<b>:c?.bin. ', 'a_b__c_.bin'],
  ['con.bin', '_con.bin'],
  ['..', ''],
])('the name %s is written as %s', (name, written) => {
  expect(toFileName(name)).toBe(written);
});

test('a name moves no cursor of the terminal', () => {
  expect(toPrintable('golf\u001B[2J\u202E.bin')).toBe('golf?[2J?.bin');
});
