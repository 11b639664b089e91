import type { Actor, Deps } from '../../../server/http/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { unknownPushService } from '../messaging.calls.ts';
import type * as contract from '../messaging.calls.ts';

/**
 * Whether an address belongs to a push service. The server sends to it later, so no other address is accepted, and
 * never one of the operator's network.
 */
function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '') return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Stores one browser per session; a browser that changed its user notifies the new one from now on. */
export async function subscribeToPush(
  { db, config }: Deps,
  actor: Actor,
  { endpoint, keys }: InputOf<typeof contract.subscribeToPush>,
): Promise<{ message: string }> {
  if (!isPushService(endpoint, config.pushHosts)) throw unknownPushService();
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('push_subscriptions')
      .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('session_id', '=', actor.sessionId)]))
      .execute();
    await tx
      .insertInto('push_subscriptions')
      .values({ user_id: actor.id, session_id: actor.sessionId, endpoint, p256dh: keys.p256dh, auth: keys.auth })
      // The same browser has subscribed twice at once.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return { message: 'Notifications are on for this device.' };
}

export async function unsubscribeFromPush({ db }: Deps, actor: Actor): Promise<{ message: string }> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', actor.sessionId).execute();
  return { message: 'Notifications are off for this device.' };
}
