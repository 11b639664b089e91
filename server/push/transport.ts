import { Agent } from 'node:https';
import { loadLater } from '../load-later.ts';
import type { Secrets } from '../secrets.ts';
import type { Deps } from '../http/call.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** `gone`: the browser has cancelled its subscription. */
export type SendPush = (
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
  text: string,
) => Promise<'sent' | 'gone'>;

const TIMEOUT_MS = 20_000;
/** Maximum connections to one push service. */
const CONNECTIONS = 8;
const TTL_SECONDS = 24 * 3600;

/** Created at the first start. Browsers subscribe to this very key pair, so it has to stay. */
export const loadOrCreatePushKeys = async (secrets: Secrets): Promise<PushKeys> =>
  JSON.parse(
    await secrets.keep('push-keys', () => JSON.stringify(loadLater('web-push').generateVAPIDKeys())),
  ) as PushKeys;

/**
 * Sends over the push service of the browser's maker, encrypted for that browser alone. `portal` is the contact for the
 * service.
 */
export function openPushTransport(
  keys: PushKeys,
  portal: string,
  // Handshakes cost more than pushes, so connections stay open, and are closed after half a minute of idleness.
  agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: 30_000 }),
): SendPush {
  // The services require an address, and refuse one of this machine.
  const subject = portal.startsWith('https:') ? portal : 'https://tunedesk.invalid';
  return async (subscription, text) => {
    try {
      await loadLater('web-push').sendNotification(subscription, text, {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        timeout: TIMEOUT_MS,
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

/**
 * Delivers one push. Locks its row meanwhile, so that two workers cannot both send it, and deletes it afterwards.
 * Throws when the service did not accept it; that is retried later.
 */
export async function deliverPush({ db }: Pick<Deps, 'db'>, send: SendPush, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const push = await tx
      .selectFrom('pushes')
      .innerJoin('push_subscriptions as s', 's.id', 'pushes.subscription_id')
      .select(['s.id as subscription', 's.endpoint', 's.p256dh', 's.auth', 'title', 'body', 'url'])
      .where('pushes.id', '=', id)
      .forUpdate('pushes')
      .skipLocked()
      .executeTakeFirst();
    if (!push) return;
    const { endpoint, p256dh, auth, title, body, url } = push;
    const outcome = await send({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ title, body, url }));
    if (outcome === 'gone') await tx.deleteFrom('push_subscriptions').where('id', '=', push.subscription).execute();
    else await tx.deleteFrom('pushes').where('id', '=', id).execute();
  });
}
