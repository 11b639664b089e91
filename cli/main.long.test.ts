import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeAll(async () => {
  const replies: Record<string, () => [number, object | string]> = {
    '/api/users/my': () => [200, { id: 1, username: 'workshop' }],
    '/api/files/7': () => [200, { file: { id: 7, mod_file_sha256: sha256 } }],
    '/api/files/7/download-mod-file': () => [200, MODIFIED],
    '/api/files/8/download-mod-file': () => [400, { code: 'files.modified_unavailable', message: 'Not paid yet.' }],
    '/api/files/9/download-mod-file': () => [403, { code: 'session.ended', message: 'Ended.' }],
  };
  server = createServer(({ url: path = '' }, reply) => {
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
  return () => rmSync(folder, { recursive: true, force: true });
});

const run = (words: string[], { input = '', token = 'tdt_1' }: { input?: string; token?: string | null } = {}) =>
  new Promise<{ exitCode: number; out: string; errors: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
    const login = token === null ? {} : { TUNEDESK_URL: url, TUNEDESK_TOKEN: token };
    const options = { cwd: folder, env: { ...env, ...login } as NodeJS.ProcessEnv };
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
