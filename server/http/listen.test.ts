import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listenQuietly } from './connections.ts';

const CONNECTIONS = 1000;
const LIMIT_OF_SYSTEM = '/proc/sys/net/core/somaxconn';
const allowed = existsSync(LIMIT_OF_SYSTEM) ? Number(readFileSync(LIMIT_OF_SYSTEM, 'utf8')) : 0;

/** Prints how many connections are open when all are, or when the dropped ones have retried in vain for a while. */
const OPEN_ALL = `
const { connect } = require('node:net');
let open = 0;
const end = () => { process.stdout.write(String(open)); process.exit(); };
for (let made = 0; made < ${CONNECTIONS}; made += 1) {
  connect(Number(process.argv[1]), '127.0.0.1').on('error', () => undefined).once('connect', () => {
    open += 1;
    if (open === ${CONNECTIONS}) end();
  });
}
setTimeout(end, 8000);
`;

const app = Fastify();
afterEach(() => app.close());

test.skipIf(allowed < CONNECTIONS)(
  'a thousand browsers that connect while the server is busy are all accepted',
  async () => {
    await listenQuietly(app, { port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;

    // This thread, the server's, waits for the other program and accepts nothing.
    const { stdout } = spawnSync(process.execPath, ['-e', OPEN_ALL, String(port)], { encoding: 'utf8' });

    expect(stdout).toBe(String(CONNECTIONS));
  },
);
