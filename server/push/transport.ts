import { Agent } from 'node:https';
import webPush from 'web-push';
import type { Secrets } from '../secrets.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** `gone`: the browser has withdrawn what it subscribed to. */
export type SendPush = (
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
  text: string,
) => Promise<'sent' | 'gone'>;

const PATIENCE_MS = 20_000;
/** To one push service at once. */
const CONNECTIONS = 8;
const TTL_SECONDS = 24 * 3600;

/** Made at the first start. Browsers subscribe to this very pair, so it has to stay. */
export const keepPushKeys = async (secrets: Secrets): Promise<PushKeys> =>
  JSON.parse(await secrets.keep('push-keys', () => JSON.stringify(webPush.generateVAPIDKeys()))) as PushKeys;

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
