import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../wait-until.ts';
import { Daemon, type Program } from './daemon.ts';

export const THIS_RELEASE = fileURLToPath(new URL('../..', import.meta.url));

/** A web process or a worker, with its own data folder as on a separate machine. */
export class PortalProcess {
  readonly role: 'web' | 'worker';
  readonly name: string;
  readonly port: number;
  readonly daemon: Daemon;
  private readonly environment: Record<string, string>;
  private readonly parent: string;

  constructor(settings: ProcessSettings) {
    const { port } = settings;
    this.role = settings.role;
    this.name = settings.name;
    this.parent = settings.parent;
    this.port = port;
    const dataDir = join(settings.parent, settings.name);
    mkdirSync(dataDir);
    this.environment = {
      ...settings.environment,
      ROLE: settings.role,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    };
    this.daemon = new Daemon(this.programOf(settings.release));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async untilReady(): Promise<void> {
    try {
      await waitUntil(this.name, () => this.isReady());
    } catch (error) {
      process.stderr.write(this.daemon.readLog());
      throw error;
    }
  }

  /** Updates the process like an operator would: asked to end, it drains, and the other release takes its place. */
  async changeRelease(release: string): Promise<void> {
    await this.daemon.replaceBy(this.programOf(release));
    await this.untilReady();
  }

  private programOf(release: string): Program {
    return {
      name: this.name,
      path: process.execPath,
      args: ['app/server/boot.ts'],
      logFile: join(this.parent, `${this.name}.log`),
      folder: release,
      environment: this.environment,
    };
  }
}

interface ProcessSettings {
  name: string;
  role: 'web' | 'worker';
  port: number;
  parent: string;
  release: string;
  environment: Record<string, string>;
}
