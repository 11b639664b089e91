import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** The real program in a process of its own, which is ready or has ended. */
export interface Booted {
  id: number;
  url: string;
  /** What it has written to the terminal. */
  output: string;
  /** Null while it is running. */
  exitCode: number | null;
  /** Resolves with its exit code; null: the signal ended it. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

const TIMEOUT_MS = 60_000;

/** Starts the real program; `folder` is another checkout of it than this one. */
export async function bootProgram(environment: Record<string, string>, folder?: string): Promise<Booted> {
  const port = await freePort();
  const child = spawn(process.execPath, ['app/server/boot.ts'], {
    ...(folder !== undefined && { cwd: folder }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', DEMO: '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const deadline = Date.now() + TIMEOUT_MS;
  while (!output.includes('Tunedesk is ready at') && child.exitCode === null) {
    if (Date.now() > deadline) throw new Error(`the program neither starts nor ends: ${output}`);
    await sleep(25);
  }
  return {
    id: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    output,
    exitCode: child.exitCode,
    kill: (signal = 'SIGTERM') => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}
