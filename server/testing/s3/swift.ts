import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

/** Packages of Debian; installed by `npm run test:long s3`. */
export const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

export const SWIFT_CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

const REGION = 'us-east-1';
const TIMEOUT_MS = 120_000;

const PARTS = ['account', 'container', 'object'] as const;

const storageConfig = (part: string, folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_address = ${folder}/no-syslog
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;

const proxyConfig = (folder: string, port: number, cachePort: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_address = ${folder}/no-syslog
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk s3api tempauth copy slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SWIFT_CREDENTIALS.secretAccessKey} .admin
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'copy', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}`)
  .join('\n')}
[filter:proxy-logging]
use = egg:swift#proxy_logging
`;

/** Builds a ring with one device, one replica and few partitions. */
function buildRing(folder: string, part: string, port: number): void {
  const ring = (...words: string[]) =>
    execFileSync('swift-ring-builder', [join(folder, `${part}.builder`), ...words], { stdio: 'pipe' });
  ring('create', '4', '1', '0');
  ring(
    'add',
    '--region',
    '1',
    '--zone',
    '1',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--device',
    'd1',
    '--weight',
    '1',
  );
  ring('rebalance');
}

/** Starts OpenStack Swift with its S3 interface, on this machine alone and in a folder of its own. */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-swift-'));
  mkdirSync(join(folder, 'devices/d1'), { recursive: true });
  const logFile = join(folder, 'log');
  const output = openSync(logFile, 'a');
  const running: ChildProcess[] = [];
  const run = (program: string, words: string[]): ChildProcess => {
    const child = spawn(program, words, { stdio: ['ignore', output, output] });
    running.push(child);
    return child;
  };
  const [proxyPort, cachePort] = [await freePort(), await freePort()];
  run('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), '-U', '0', '-u', userInfo().username]);
  for (const part of PARTS) {
    const port = await freePort();
    buildRing(folder, part, port);
    writeFileSync(join(folder, `${part}.conf`), storageConfig(part, folder, port));
    run(`swift-${part}-server`, [join(folder, `${part}.conf`), '-v']);
  }
  writeFileSync(join(folder, 'proxy.conf'), proxyConfig(folder, proxyPort, cachePort));
  const startProxy = () => run('swift-proxy-server', [join(folder, 'proxy.conf'), '-v']);
  let proxy = startProxy();
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const end = () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.prependOnceListener('exit', end);
  const stop = async () => end();
  try {
    await awaitHealth(`${endpoint}/healthcheck`);
  } catch (error) {
    process.stderr.write(await readFile(logFile, 'utf8'));
    await stop();
    throw error;
  }
  return {
    endpoint,
    region: REGION,
    stop,
    /** From one moment to the next, nothing listens at its address any more. */
    stopServing() {
      proxy.kill('SIGKILL');
    },
    async serveAgain() {
      proxy = startProxy();
      await awaitHealth(`${endpoint}/healthcheck`);
    },
  };
}

async function awaitHealth(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const isUp = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > deadline) throw new Error('OpenStack Swift does not start; its log is above.');
    await sleep(300);
  }
}
