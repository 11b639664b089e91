import { networkInterfaces } from 'node:os';
import { portalUrl, type Config } from '../../server/config.ts';

/** By which name a program that listens everywhere reaches itself. */
const OWN_HOST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Where this program reaches itself. */
export const ownUrlOf = ({ host, port }: Config): string => `http://${hostInUrl(OWN_HOST[host] ?? host)}:${port}`;

/** Where a program reaches the calls of the portal: itself, or from a worker what serves the web. */
export const webUrlOf = (config: Config): string => (config.role === 'worker' ? portalUrl(config) : ownUrlOf(config));

/** Where to point a browser: this machine, and the phone in the same network. */
export function addressesOf({ publicUrl, host, port }: Config): string[] {
  if (publicUrl !== null) return [publicUrl];
  if (OWN_HOST[host] === undefined) return [`http://${hostInUrl(host)}:${port}`];
  const inNetwork = Object.values(networkInterfaces())
    .flat()
    .filter((face) => face !== undefined && face.family === 'IPv4' && !face.internal)
    .map((face) => `http://${face?.address}:${port}`);
  return [`http://localhost:${port}`, ...inNetwork];
}
