import type { Deps } from '../http/call.ts';
import type { SendPush } from './transport.ts';

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
