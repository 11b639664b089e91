import { rename, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import webPush from 'web-push';
import { readSecret } from '../secret-file.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** `gone`: the browser has withdrawn what it subscribed to. */
export type SendPush = (
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
  text: string,
) => Promise<'sent' | 'gone'>;

const FILE = 'push-keys.json';
const PATIENCE_MS = 20_000;
/** To one push service at once. */
const CONNECTIONS = 8;
const TTL_SECONDS = 24 * 3600;

/** Made at the first start. Browsers subscribe to this very pair, so it has to stay. */
export async function keepPushKeys(dataDir: string): Promise<PushKeys> {
  const path = join(dataDir, FILE);
  const stored = await readSecret(path);
  if (stored !== null) return JSON.parse(stored) as PushKeys;
  const made = webPush.generateVAPIDKeys();
  // Never half a pair, whenever the program is killed.
  await writeFile(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}

/** Over the push service of the browser's maker, encrypted for that browser alone. `portal` is whom to write to about it. */
export function openPushTransport(
  keys: PushKeys,
  portal: string,
  // Handshakes cost more than pushes; half a minute of rest, and a connection is closed.
  agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: 30_000 }),
): SendPush {
  // The services demand an address, and refuse one of this machine.
  const subject = portal.startsWith('https:') ? portal : 'https://tunedesk.invalid';
  return async (subscription, text) => {
    try {
      await webPush.sendNotification(subscription, text, {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        timeout: PATIENCE_MS,
        agent,
      });
      return 'sent';
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode === 404 || statusCode === 410) return 'gone';
      throw error;
    }
  };
}
