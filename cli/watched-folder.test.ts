import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Uploaded } from './order.ts';
import { EXIT, Failure } from './terminal.ts';
import { JOURNAL, watchFolder, type WatchEvent, type Watched } from './watched-folder.ts';

// A file that another program holds, as on Windows, cannot be read by anyone.
vi.hoisted(() => vi.resetModules());
vi.mock('node:fs/promises', { spy: true });
afterAll(() => {
  vi.resetModules();
});

const ORDER = {
  vehicle: 'Car',
  brand: 'Volkswagen',
  model: 'Bosch',
  ecu: 'EDC17C64',
  petrol_type: 'DIESEL',
  generation: '2014',
  solutions: ['Stage 1'],
};

let folder: string;
let now: number;
let sent: { name: string; key: string; brand: string | undefined }[];
let events: WatchEvent[];
let answer: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-watch-'));
  [now, sent, events, answer] = [0, [], [], async () => undefined];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Starts the program, as after a restart when it was started before. */
const start = (changed: Partial<Watched> = {}) =>
  watchFolder({
    folder,
    account: 'https://portal.example.com, user 1',
    order: ORDER,
    settleMs: 5000,
    existing: false,
    now: () => now,
    report: (event) => events.push(event),
    send: async ({ path, key, order }) => {
      sent.push({ name: path.slice(folder.length + 1), key, brand: order.brand });
      await answer();
      return { id: sent.length } as Uploaded;
    },
    ...changed,
  });

type Folder = Awaited<ReturnType<typeof start>>;

/** Looks at the folder for so long that a file that no longer changes counts as complete. */
async function settle(watched: Folder): Promise<void> {
  await watched.look();
  now += 5000;
  await watched.look();
}

const sentNames = () => sent.map(({ name }) => name);

test('a file is sent once it has not changed for a while, and once only', async () => {
  const watched = await start();
  put('golf.bin', 'half');
  await watched.look();
  now += 4000;
  put('golf.bin', 'half and the rest');
  await watched.look();
  now += 4000;
  await watched.look();
  expect(sentNames()).toEqual([]);
  now += 1000;
  expect(await watched.look()).toBe(0);
  now += 60_000;
  await watched.look();
  expect(sentNames()).toEqual(['golf.bin']);
});

test('a file of the same length that was written again meanwhile is not complete', async () => {
  const watched = await start();
  put('golf.bin', 'aaaa');
  await watched.look();
  now += 5000;
  put('golf.bin', 'bbbb');
  utimesSync(join(folder, 'golf.bin'), 1_800_000_000, 1_800_000_000);
  expect(await watched.look()).toBe(1);
  expect(sent).toEqual([]);
});

test('an empty file is not sent until it has content', async () => {
  const watched = await start();
  put('golf.bin', '');
  await settle(watched);
  expect(await watched.look()).toBe(0);
  expect(sent).toEqual([]);
  expect(events).toMatchObject([{ event: 'refused', file: 'golf.bin', code: 'http.file_empty' }]);
  put('golf.bin', 'content');
  await settle(watched);
  expect(sentNames()).toEqual(['golf.bin']);
});

test('a file that cannot be read is reported once, and sent when it can be read', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  for (let at = 0; at < 2; at += 1) vi.mocked(readFile).mockRejectedValueOnce(new Error('EBUSY'));
  await settle(watched);
  expect(await watched.look()).toBe(0);
  expect(events).toMatchObject([{ event: 'refused', file: 'golf.bin', message: 'It cannot be read.' }]);
  await watched.look();
  expect(sentNames()).toEqual(['golf.bin']);
});

test('after a restart nothing is sent again, and what appeared meanwhile is', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  await settle(watched);
  put('polo.bin', 'polo');
  await settle(await start());
  expect(sentNames()).toEqual(['golf.bin', 'polo.bin']);
});

test('the same content under another name is the same order; other content under the same name is another', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  await settle(watched);
  put('copy.bin', 'golf');
  put('golf.bin', 'golf, read again');
  await settle(watched);
  expect(sentNames()).toEqual(['golf.bin', 'golf.bin']);
  expect(events).toContainEqual({ event: 'sent_before', file: 'copy.bin', id: 1 });
});

test('a program that was ended before it could remember sends the file with the same key', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  answer = () => Promise.reject(new Error('killed'));
  await expect(settle(watched)).rejects.toThrow('killed');
  answer = async () => undefined;
  await settle(await start());
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
  expect(sent[0]?.key).toMatch(/^watch-[0-9a-f]{16}-[0-9a-f]{64}$/);
});

test('the same file in another folder is another order, and a journal of an earlier version keeps its keys', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tunedesk-watch-'));
  for (const at of [folder, other]) {
    writeFileSync(join(at, 'golf.bin'), 'golf');
    await settle(await start({ folder: at, existing: true }));
  }
  rmSync(other, { recursive: true });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  const journal = JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as object;
  put(JOURNAL, JSON.stringify({ ...journal, id: undefined }));
  put('polo.bin', 'polo');
  await settle(await start());
  expect(sent[2]?.key).toMatch(/^watch-[0-9a-f]{64}$/);
});

describe('what is in the folder before it is watched for the first time', () => {
  test('is left out, also after a restart', async () => {
    put('old.bin', 'old');
    const watched = await start();
    expect(watched.passedOver).toBe(1);
    await settle(watched);
    await settle(await start());
    expect(sent).toEqual([]);
    put('old.bin', 'old, read again');
    await settle(await start());
    expect(sentNames()).toEqual(['old.bin']);
  });

  test('is sent when that is asked for', async () => {
    put('old.bin', 'old');
    await settle(await start({ existing: true }));
    expect(sentNames()).toEqual(['old.bin']);
  });
});

test('only files of the folder itself are sent, and none that is being written under another name', async () => {
  const watched = await start();
  const elsewhere = mkdtempSync(join(tmpdir(), 'tunedesk-elsewhere-'));
  writeFileSync(join(elsewhere, 'secret'), 'not in the folder');
  symlinkSync(join(elsewhere, 'secret'), join(folder, 'link.bin'));
  mkdirSync(join(folder, 'inside'));
  put('inside/golf.bin', 'golf');
  for (const name of ['.hidden', '~lock.bin', 'golf.bin.part', 'golf.crdownload', 'golf.TMP', 'golf.bin~', 'golf.json'])
    put(name, name);
  await settle(watched);
  rmSync(elsewhere, { recursive: true });
  expect(sent).toEqual([]);
});

test('a file waits for what is missing of its order, and NAME.json adds to it', async () => {
  const watched = await start({ order: { ...ORDER, brand: '' } });
  put('golf.bin', 'golf');
  await settle(watched);
  await settle(watched);
  expect(events).toEqual([{ event: 'incomplete', file: 'golf.bin', missing: ['--brand'] }]);
  put('golf.bin.json', JSON.stringify({ brand: 'Seat' }));
  await settle(watched);
  expect(sent).toMatchObject([{ name: 'golf.bin', brand: 'Seat' }]);
});

test('a NAME.json that cannot be understood keeps its file from being sent', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  put('golf.bin.json', '{"brnad": "Seat"}');
  await settle(watched);
  expect(sent).toEqual([]);
  expect(events).toMatchObject([{ event: 'refused', file: 'golf.bin' }]);
});

test('what the portal refused is tried again with another order only', async () => {
  answer = () => Promise.reject(new Failure('There is no such brand.', { code: 'http.bad_input' }));
  const watched = await start();
  put('golf.bin', 'golf');
  await settle(watched);
  await settle(watched);
  await settle(await start());
  expect(sent).toHaveLength(1);
  answer = async () => undefined;
  await settle(await start({ order: { ...ORDER, brand: 'Seat' } }));
  expect(sent.map(({ brand }) => brand)).toEqual(['Volkswagen', 'Seat']);
});

test.each(['access-tokens.not_allowed', 'accounts.activation_needed', 'internal', 'http.500', 'http.404', 'http.413'])(
  'what was refused for %s, which is not about the file, is tried again after a restart',
  async (code) => {
    answer = () => Promise.reject(new Failure('Not now.', { code }));
    const watched = await start();
    put('golf.bin', 'golf');
    await settle(watched);
    await settle(watched);
    expect(sent).toHaveLength(1);
    answer = async () => undefined;
    await settle(await start());
    expect(events.map(({ event }) => event)).toEqual(['refused', 'sent']);
  },
);

test('what was sent with another order, before the program could remember it, counts as sent', async () => {
  answer = () => Promise.reject(new Failure('Used.', { code: 'http.idempotency_reused' }));
  const watched = await start();
  put('golf.bin', 'golf');
  await settle(watched);
  await settle(await start({ order: { ...ORDER, brand: 'Seat' } }));
  expect(sent).toHaveLength(1);
  expect(events).toEqual([{ event: 'sent_before', file: 'golf.bin', id: undefined }]);
});

test('a portal that does not answer is tried again', async () => {
  const watched = await start();
  put('golf.bin', 'golf');
  answer = () => Promise.reject(new Failure('No answer.', { exitCode: EXIT.unreachable }));
  await expect(settle(watched)).rejects.toThrow('No answer.');
  answer = async () => undefined;
  await settle(watched);
  expect(sentNames()).toEqual(['golf.bin', 'golf.bin']);
});

test('the files of another account or portal are left alone, and a damaged journal is not started anew', async () => {
  await start();
  await expect(start({ account: 'https://other.example.com, user 1' })).rejects.toThrow(/portal\.example\.com/);
  writeFileSync(join(folder, JOURNAL), readFileSync(join(folder, JOURNAL), 'utf8').slice(0, 20));
  await expect(start()).rejects.toThrow(/cannot be read/);
  expect(readdirSync(folder)).toEqual([JOURNAL]);
});
