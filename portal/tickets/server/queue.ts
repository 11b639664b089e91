import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import type { QueuePlace } from '../queue.contract.ts';
import type { SavedReply } from '../replies.contract.ts';
import { deleteReply, insertSavedReply, selectNextInQueue, selectSavedReplies } from './queue.queries.ts';

export async function nextInQueue({ db }: Deps, after: number | undefined): Promise<QueuePlace> {
  const { rows } = await selectNextInQueue(db, after ?? null);
  const [place] = rows;
  if (!place) throw new Error('the queue was not counted');
  return place;
}

export const listSavedReplies = ({ db }: Deps): Promise<SavedReply[]> => selectSavedReplies(db).execute();

export const saveReply = (
  { db }: Deps,
  actor: Actor,
  { title, message }: { title: string; message: string },
): Promise<SavedReply> => insertSavedReply(db, { title, message, user_id: actor.id }).executeTakeFirstOrThrow();

export async function deleteSavedReply({ db }: Deps, id: number): Promise<{ message: string }> {
  const deleted = await deleteReply(db, id).executeTakeFirst();
  if (!deleted) throw notFound();
  return { message: 'Reply deleted.' };
}
