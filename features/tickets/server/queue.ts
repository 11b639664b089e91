import { MAX_LIST_ROWS } from '../../../contract/endpoint.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { QueuePlace } from '../queue.calls.ts';
import type { SavedReply } from '../replies.calls.ts';
import { deleteReply, insertSavedReply, selectNextInQueue, selectSavedReplies } from './queue.queries.ts';

/** Returns the next file that is not assigned to a colleague of the actor; without an actor, the next of all. */
export async function nextInQueue(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'id'> | null,
  after?: number,
): Promise<QueuePlace> {
  const { rows } = await selectNextInQueue(db, { userId: actor?.id ?? null, after: after ?? null });
  const [place] = rows;
  if (!place) throw new Error('the queue was not counted');
  return place;
}

export const listSavedReplies = ({ db }: Deps): Promise<SavedReply[]> =>
  selectSavedReplies(db).limit(MAX_LIST_ROWS).execute();

export const saveReply = (
  { db }: Deps,
  actor: Actor,
  { title, message }: { title: string; message: string },
): Promise<SavedReply> => insertSavedReply(db, { title, message, user_id: actor.id }).executeTakeFirstOrThrow();

/** Deletes a reply for all administrators; its text stays in the audit list. */
export async function deleteSavedReply({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const gone = await deleteReply(tx, id).executeTakeFirst();
    if (!gone) throw notFound();
    const subject = { kind: 'SAVED_REPLY', id, name: gone.title } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: gone.message, to: null });
  });
  return { message: 'Reply deleted.' };
}
