import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { openLedgerSeal } from '../../features/credits/server/ledger-keys.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { connect, type Connection } from '../../server/database/connect.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort } from '../../server/testing/free-port.ts';

export const SESSION_SECRET = 'only-for-a-soak-only-for-a-soak-only';

/** Time within which a server has to respond again, on a busy machine. */
const TIMEOUT_MS = 120_000;

/** The real program and the real database, both of which can be ended at any moment. */
export class SoakPortal {
  readonly url: string;
  readonly dataDir: string;
  private readonly port: number;
  private server: ChildProcess | undefined;
  private database: EmbeddedDatabase | undefined;
  private connection: Connection | undefined;
  private output = '';
  /** Environment of the server, effective from its next start. */
  private readonly env: Record<string, string>;
  /** What the program printed about its own faults. */
  readonly faults: string[] = [];

  private constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir;
    this.env = env;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(env: Record<string, string> = {}): Promise<SoakPortal> {
    const portal = new SoakPortal(await mkdtemp(join(tmpdir(), 'tunedesk-soak-')), await freePort(), env);
    await portal.startDatabase();
    await migrate(portal.databaseUrl);
    await portal.useKeys();
    return portal;
  }

  get databaseUrl(): string {
    if (!this.database) throw new Error('the database is down');
    return this.database.url;
  }

  /** Connection for checks and for building records; a new one after every crash. */
  get db(): Connection['db'] {
    if (!this.connection) throw new Error('the database is down');
    return this.connection.db;
  }

  private async startDatabase(): Promise<void> {
    this.database = await startEmbeddedDatabase({ dataDir: join(this.dataDir, 'database'), log: () => undefined });
    this.connection = connect(this.database.url, 6);
  }

  /** Uses the server's keys, so that records built here are sealed like its own. */
  private async useKeys(): Promise<void> {
    const dataDir = join(this.dataDir, 'portal');
    await mkdir(dataDir, { recursive: true });
    useLedgerSeal(this.db, await openLedgerSeal(this.db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }));
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATA_DIR: join(this.dataDir, 'portal'),
      DATABASE_URL: this.databaseUrl,
      PORT: String(this.port),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: 'Copper-Lathe-88',
      SESSION_SECRET,
      PAYMENT_MODE: 'sandbox',
      LOG_LEVEL: 'error',
      DEMO: '',
      ...this.env,
    };
  }

  /** Runs another program beside the server, with the same settings; returns its exit code and output. */
  async runBeside(program: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.environment(),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  /** Starts the server and waits until it is healthy, which includes a ledger that adds up. */
  async startServer(): Promise<void> {
    this.output = '';
    const server = spawn(process.execPath, ['app/server/boot.ts'], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: this.environment(),
    });
    this.server = server;
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-20_000);
        this.faults.push(...text.split('\n').filter((line) => line.includes('unexpected fault')));
      });
    }
    await this.untilHealthy();
  }

  /** Waits until the server is healthy, also after a crash of the database, from which it has to recover by itself. */
  async untilHealthy(): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const isHealthy = await fetch(`${this.url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isHealthy) return;
      if (this.server?.exitCode !== null) throw new Error(`the server ended: ${this.output}`);
      if (Date.now() > deadline) throw new Error(`the server does not get well: ${this.output}`);
      await sleep(50);
    }
  }

  async killServer(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  /** Stops PostgreSQL in order, and starts it again after a while. */
  async stopDatabase(awayMs: number): Promise<void> {
    await this.connection?.close().catch(() => undefined);
    this.connection = undefined;
    await this.database?.stop();
    await sleep(awayMs);
    await this.startDatabase();
    await this.useKeys();
  }

  /** Ends PostgreSQL abruptly, with everything in progress, and starts it again from what is on the disk. */
  async crashDatabase(): Promise<void> {
    this.database?.crash();
    await this.connection?.close().catch(() => undefined);
    this.connection = undefined;
    await this.startDatabase();
    await this.useKeys();
  }

  async close(): Promise<void> {
    await this.killServer();
    await this.connection?.close();
    await this.database?.stop();
    removeCluster(join(this.dataDir, 'database'));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
