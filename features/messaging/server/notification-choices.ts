import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { can } from '../../../contract/capabilities.ts';
import {
  type NotificationChoice,
  CUSTOMER_KINDS,
  SENT_BY_DEFAULT,
  STAFF_KINDS,
  type UnreadKind,
} from '../notifications.calls.ts';

type Way = 'by_mail' | 'by_push';

/** Returns those of the users who are notified of this kind in this way. */
export async function listNotifiedBy(
  db: Database,
  way: Way,
  kind: UnreadKind,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const choices = await db
    .selectFrom('notification_choices')
    .select(['user_id', way])
    .where('kind', '=', kind)
    .where('user_id', '=', anyOfIds(userIds))
    .execute();
  const chosen = new Map(choices.map((choice) => [choice.user_id, choice[way]]));
  return userIds.filter((id) => chosen.get(id) ?? SENT_BY_DEFAULT[kind][way]);
}

export const isNotifiedByMail = async (db: Database, kind: UnreadKind, userId: number): Promise<boolean> =>
  (await listNotifiedBy(db, 'by_mail', kind, [userId])).length > 0;

/** Lists every kind that the actor is notified of. */
export async function listNotificationChoices({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<NotificationChoice[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'by_mail', 'by_push'])
    .where('user_id', '=', actor.id)
    .execute();
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  const kinds: readonly UnreadKind[] = can(actor, 'admin-area.open') ? STAFF_KINDS : CUSTOMER_KINDS;
  return kinds.map((kind) => chosen.get(kind) ?? { kind, ...SENT_BY_DEFAULT[kind] });
}

export async function updateNotificationChoice(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  choice: NotificationChoice,
): Promise<NotificationChoice> {
  await db
    .insertInto('notification_choices')
    .values({ user_id: actor.id, ...choice })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        by_mail: sql<boolean>`excluded.by_mail`,
        by_push: sql<boolean>`excluded.by_push`,
      }),
    )
    .execute();
  return choice;
}
