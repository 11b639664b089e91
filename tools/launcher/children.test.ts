import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

interface Children {
  startNode: (node: string, args: string[], how: object) => { child: ChildProcess; exited: Promise<number> };
  endAll: () => void;
}
const { startNode, endAll } = (await import(new URL('children.mjs', import.meta.url).href)) as Children;

/** A program that finishes what it does before it ends; what it waits for itself is over at once. */
const DRAINS = `
  globalThis.setTimeout = (work) => (setImmediate(work), { unref() {} });
  process.on('SIGTERM', () => console.log('asked to end'));
  process.stdin.on('data', () => process.exit(0));
  console.log('serving');`;

/** What it says next; or how it ended, if it ends first. */
const next = async () => {
  const said = await Promise.race([
    once(child.stdout as NonNullable<typeof child.stdout>, 'data'),
    once(child, 'exit'),
  ]);
  return said.join(' ');
};

let child: ChildProcess;
afterEach(() => {
  vi.useRealTimers();
  child.kill('SIGKILL');
});

test('a portal that is asked to stop has the time of its service manager to end, not one of the launcher', async () => {
  const program = startNode(process.execPath, ['-e', DRAINS], { stdio: ['pipe', 'pipe', 'inherit'] });
  child = program.child;
  expect(await next()).toBe('serving\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  endAll();
  expect(await next()).toBe('asked to end\n');
  vi.advanceTimersByTime(600_000);
  child.stdin?.write('done');
  expect(await program.exited).toBe(0);
});

test('a program whose launcher was killed is asked to end, and finishes what it does', async () => {
  const loaded = fileURLToPath(new URL('end-with-launcher.cjs', import.meta.url));
  child = spawn(process.execPath, ['--require', loaded, '-e', DRAINS], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  expect(await next()).toBe('serving\n');
  child.disconnect();
  expect(await next()).toBe('asked to end\n');
  const ended = once(child, 'exit');
  child.stdin?.write('done');
  expect(await ended).toEqual([0, null]);
});
