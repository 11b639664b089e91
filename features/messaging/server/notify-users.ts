import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Database } from '../../../server/database/connect.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import { sanitise } from '../../../server/html/sanitise.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { notifyUsers as contract } from '../notifications.calls.ts';
import { refusalWith } from '../../../contract/refusal.ts';
import { notify } from './notifications.ts';

const unknownRecipients = refusalWith<{ who: string }>('errors.messaging.unknown_recipient', 'user_ids');

/** Sends an administrator's notification to all named users or none, or only to those who still have an account. */
export async function notifyUsers(
  { db }: Deps,
  { user_ids, message, leave_out_deleted: mayLeaveOut = false }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const ids = [...new Set(user_ids)];
  return db.transaction().execute(async (tx) => {
    const customers = await readCustomerIds(tx, ids);
    const acting = (id: number) => customers.get(id) ?? id;
    const reached = new Set(await notify(tx, { userIds: [...new Set(ids.map(acting))], message: sanitise(message) }));
    const missed = ids.filter((id) => !reached.has(acting(id)));
    const isRefused = mayLeaveOut ? reached.size === 0 : missed.length > 0;
    if (isRefused) throw unknownRecipients({ who: await readNames(tx, missed) });
    return { message: 'Notification sent successfully!', ...(mayLeaveOut && { left_out: missed.length }) };
  });
}

/** Returns the customer of each colleague among these users: the two read the same notifications. */
async function readCustomerIds(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<number>`company_id`.as('company_id')])
    .where('id', '=', anyOfIds(ids))
    .where('company_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, company_id }) => [id, company_id]));
}

/** More than anyone reads in one sentence. */
const MAX_NAMED = 10;

/** Returns the names of users; one who never had an account is a number. */
async function readNames(db: Database, ids: readonly number[]): Promise<string> {
  const named = ids.slice(0, MAX_NAMED);
  const users = await selectUsernames(db, named).execute();
  const names = new Map(users.map(({ id, username }) => [id, username]));
  const more = ids.length > named.length ? ', …' : '';
  return named.map((id) => names.get(id) ?? id).join(', ') + more;
}

const selectUsernames = (db: Database, userIds: readonly number[]) =>
  db.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds);
