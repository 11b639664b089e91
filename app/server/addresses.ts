import { networkInterfaces } from 'node:os';
import type { Config } from '../../server/config.ts';
import { portalUrl } from '../../server/texts.ts';

/** The host by which a program that listens on all addresses reaches itself. */
const OWN_HOST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** The address at which this program reaches itself. */
export const ownUrlOf = ({ host, port }: Config): string => `http://${hostInUrl(OWN_HOST[host] ?? host)}:${port}`;

/** The address at which a program reaches the portal's calls: its own, or for a worker that of the web processes. */
export const webUrlOf = (config: Config): string => (config.role === 'worker' ? portalUrl(config) : ownUrlOf(config));

/** Addresses to open in a browser, on this machine and on a phone in the same network. */
export function listAddresses({ publicUrl, host, port }: Config): string[] {
  if (publicUrl !== null) return [publicUrl];
  if (OWN_HOST[host] === undefined) return [`http://${hostInUrl(host)}:${port}`];
  const inNetwork = Object.values(networkInterfaces())
    .flat()
    .filter((face) => face !== undefined && face.family === 'IPv4' && !face.internal)
    .map((face) => `http://${face?.address}:${port}`);
  return [`http://localhost:${port}`, ...inNetwork];
}
