import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './daemon.ts';
import { lowPort } from './low-port.ts';
import type { DatabaseNode } from './database-cluster.ts';

export const PROXY_PACKAGES = ['haproxy'];

/** The response while no process can serve; callers retry on it. */
const BODY = '{"code":"unavailable","message":"The portal cannot be reached at the moment."}';
const UNAVAILABLE = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json',
  'retry-after: 1',
  'cache-control: no-store',
  `content-length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');

interface Ports {
  portal: number;
  primary: number;
  replica: number;
}

/** Patroni reports the role of a node on a separate page per role. */
const databaseSection = (role: 'primary' | 'replica', port: number, nodes: readonly DatabaseNode[]) => `
listen ${role}
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address, port: at, restPort }) => `  server ${name} ${address}:${at} check port ${restPort}`).join('\n')}
`;

const composeSettings = (folder: string, ports: Ports, nodes: readonly DatabaseNode[], webPorts: readonly number[]) => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 3s
  timeout check 3s
  timeout client 1h
  timeout server 1h
${databaseSection('primary', ports.primary, nodes)}
${databaseSection('replica', ports.replica, nodes)}
listen portal
  mode http
  bind 127.0.0.1:${ports.portal}
  balance roundrobin
  option forwardfor
  option httpchk GET /api/health/ready
  http-check expect status 200
  option redispatch 1
  retries 3
  # A call that may have been carried out is not sent a second time by the proxy; who reads may.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  timeout client 60s
  timeout server 160s
${[502, 503, 504].map((status) => `  errorfile ${status} ${join(folder, 'unavailable.http')}`).join('\n')}
  default-server inter 500ms fall 2 rise 1
${webPorts.map((port, at) => `  server web${at + 1} 127.0.0.1:${port} check`).join('\n')}
`;

/** Starts HAProxy in front of the web processes, and of whichever PostgreSQL is the primary. */
export async function startProxy(parent: string, nodes: readonly DatabaseNode[], webPorts: readonly number[]) {
  const folder = join(parent, 'proxy');
  mkdirSync(folder);
  const ports: Ports = { portal: await lowPort(), primary: await lowPort(), replica: await lowPort() };
  writeFileSync(join(folder, 'unavailable.http'), UNAVAILABLE);
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(settings, composeSettings(folder, ports, nodes, webPorts));
  const args = ['-db', '-f', settings];
  const daemon = new Daemon({ name: 'HAProxy', path: 'haproxy', args, logFile: join(folder, 'log') });
  daemon.start();
  await daemon.untilListening(ports.primary);
  return { daemon, ports };
}
