import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { HOLDER_FILE, LOCK_FILE, findProcessStart, lockDataFolder, wasAbandoned } from './data-folder-lock.ts';

let folder: string;
const ends: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-lock-'));
});

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts another process that holds the lock until it is killed, or ends itself with `ownEnd` at SIGUSR2. */
async function lockInAnotherProcess(kind: 'alone' | 'together' = 'alone', ownEnd = '') {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL('data-folder-lock.ts', import.meta.url).href)};
    await lockDataFolder(${JSON.stringify(folder)}, { log: () => undefined, kind: '${kind}' });
    process.on('SIGUSR2', () => { ${ownEnd} });
    setInterval(() => undefined, 1000);
    console.log('locked');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    // A process that ends itself may do so with an error.
    stdio: ['ignore', 'pipe', ownEnd === '' ? 'inherit' : 'ignore'],
  });
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  ends.push(kill);
  await once(child.stdout, 'data');
  return { id: child.pid as number, kill };
}

const lock = (kind: 'alone' | 'together' = 'alone') =>
  lockDataFolder(folder, { log: () => undefined, timeoutMs: 100, kind });
const writeNote = (note: object) => writeFileSync(join(folder, HOLDER_FILE), JSON.stringify(note));

test('a second process is refused with a sentence that names the process and the machine of the first', async () => {
  const { id } = await lockInAnotherProcess();
  await expect(lock()).rejects.toThrow(`Another Tunedesk (process ${id} on ${hostname()}) is using ${folder}.`);
});

test('process ids mean nothing across containers: a note of an unknown process does not release the lock', async () => {
  await lockInAnotherProcess();
  writeNote({ id: 4_194_300, start: 'another-machine/1', host: 'another-container' });
  await expect(lock()).rejects.toThrow('process 4194300 on another-container');
  expect(wasAbandoned(folder)).toBe(false);
});

test('a lock ends with its process, however it ends, whatever process has its id by now', async () => {
  for (const [signal, ownEnd] of [
    ['SIGKILL', ''],
    ['SIGTERM', ''],
    ['SIGUSR2', 'process.exit();'],
    ['SIGUSR2', "throw new Error('a fault');"],
  ] as const) {
    const { kill } = await lockInAnotherProcess('alone', ownEnd);
    expect(wasAbandoned(folder)).toBe(false);
    await kill(signal);
    expect(wasAbandoned(folder), `${signal} ${ownEnd}`).toBe(true);
    expect(readdirSync(folder).sort()).toEqual([LOCK_FILE, HOLDER_FILE].sort());
  }
  // A later process with the same id, in a new container or after the machine was restarted.
  writeNote({ id: process.pid, start: findProcessStart(process.pid), host: 'the-container-before' });
  const unlock = await lock();
  expect(JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8'))).toMatchObject({ id: process.pid });
  unlock();
  (await lock())();
});

test('shared locks on the folder exclude an exclusive one, and an exclusive one excludes shared ones', async () => {
  const { kill } = await lockInAnotherProcess('together');
  (await lock('together'))();
  await expect(lock()).rejects.toThrow('Another Tunedesk (with ROLE=web or worker');
  await kill();
  (await lock())();
  const alone = await lockInAnotherProcess();
  await expect(lock('together')).rejects.toThrow(`Another Tunedesk (process ${alone.id}`);
});

test('the note of a killed server is removed once the folder is locked as shared', async () => {
  const { kill } = await lockInAnotherProcess();
  await kill();
  const unlock = await lock('together');
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  unlock();
});
