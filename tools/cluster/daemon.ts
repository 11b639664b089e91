import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { waitUntil } from '../wait-until.ts';
import { isListening } from './low-port.ts';

/** Delay after which a service manager restarts a program that has ended. */
const RESTART_MS = 1000;

export interface Program {
  name: string;
  path: string;
  args: readonly string[];
  logFile: string;
  /** Run as Debian's user postgres: PostgreSQL and the programs that run it refuse to run as root. */
  isPostgres?: boolean;
  folder?: string;
  environment?: Record<string, string>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Returns the ids of Debian's user postgres. */
export function postgresUser(): { uid: number; gid: number } {
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (line === null) throw new Error('there is no user postgres');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** A program that is restarted whenever it ends, as by a service manager, until it is stopped. */
export class Daemon {
  private child: ChildProcess | null = null;
  private isStopped = true;
  private program: Program;

  constructor(program: Program) {
    this.program = program;
  }

  get name(): string {
    return this.program.name;
  }

  get id(): number | undefined {
    return this.child?.pid;
  }

  readLog(): string {
    return readFileSync(this.program.logFile, 'utf8').slice(-4000);
  }

  start(): void {
    const { path, args, logFile, isPostgres = false, folder, environment } = this.program;
    const output = openSync(logFile, 'a');
    this.isStopped = false;
    const child = spawn(path, args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...environment },
      ...(folder !== undefined && { cwd: folder }),
      ...(isPostgres && postgresUser()),
    });
    this.child = child;
    running.add(child);
    child.once('error', (error) => process.stderr.write(`${this.name}: ${error.message}\n`));
    child.once('exit', () => {
      running.delete(child);
      if (this.child === child) this.child = null;
      if (!this.isStopped) setTimeout(() => this.isStopped || this.start(), RESTART_MS).unref();
    });
  }

  /** Waits until the program listens; throws its last words when it ended instead. */
  async untilListening(port: number): Promise<void> {
    await waitUntil(this.name, async () => {
      if (this.id === undefined) throw new Error(`${this.name} does not run:\n${this.readLog()}`);
      return isListening(port);
    });
  }

  /** Kills the program abruptly; it is then restarted. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.isStopped = true;
    await this.end(signal);
  }

  /** Replaces the program by another version. */
  async replaceBy(program: Program): Promise<void> {
    await this.stop();
    this.program = program;
    this.start();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
