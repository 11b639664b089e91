import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds from the start of the copying to the kill; null: once its rows are there, just before the exchange. */
export type Moment = number | null;

/**
 * Starts this program on a data folder and kills it during the copying. Throws when the copying was not in progress.
 */
export async function killWhileCopied(environment: Record<string, string>, afterMs: Moment): Promise<void> {
  const child = spawn(process.execPath, ['app/server/boot.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  let output = '';
  const awaited = afterMs === null ? 'every table reads back the same' : 'It is copied into one of';
  const hasCome = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(awaited)) done();
    });
  });
  await Promise.race([hasCome, exited]);
  if (afterMs !== null) await sleep(afterMs);
  const wasRunning = child.exitCode === null;
  child.kill('SIGKILL');
  await exited;
  if (!wasRunning || output.includes('ready at')) throw new Error(`it was not killed in the middle:\n${output}`);
}
