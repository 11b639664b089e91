import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { overdueSince } from './overdue.ts';
import type { Work } from '../work.calls.ts';
import { deletePresence, selectPresences, selectStaff, upsertPresence } from './work.queries.ts';

/** Lists the users to whom files can be assigned. */
export const listStaff = ({ db }: Pick<Deps, 'db'>) => selectStaff(db).execute();

export async function getWork(deps: Deps): Promise<Work> {
  const [staff, open] = await Promise.all([listStaff(deps), selectPresences(deps.db).execute()]);
  const since = overdueSince(deps);
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  const overdue_since = {
    PENDING: text(since.PENDING),
    IN_PROGRESS: text(since.IN_PROGRESS),
    PROCESSED: text(since.PROCESSED),
    TICKET: text(since.TICKET),
  };
  return { staff, open, overdue_since };
}

export async function notePresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await upsertPresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}

export async function endPresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await deletePresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}
