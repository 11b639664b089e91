import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { changeSelected, type SelectionRefusals } from '../../../server/database/selection.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { listStaff } from '../../staff/work/server/work.ts';
import type * as contract from '../assignment.calls.ts';
import type { FileDetail } from '../file.ts';
import { justChanged, moreSelected, notStaff, released, taken, tooManySelected } from '../files.errors.ts';
import { assign } from './assignment.queries.ts';
import { notifyStarted } from './file-mails.ts';
import { explainRefusal, getFile } from './files.ts';
import { composeSelectionCondition } from './selected-files.ts';
import { passOnToTickets } from './ticket-of-file.ts';

/** Assigns a file to the first who takes it: the statement itself checks the current assignee. */
export async function assignFile(
  { db }: Deps,
  actor: Actor,
  { id, assignee_id: assigneeId, seen }: InputOf<typeof contract.assignFile>,
): Promise<FileDetail> {
  return db.transaction().execute(async (tx) => {
    const of = sql<boolean>`files.id = ${id} and (files.assignee_id is not distinct from ${seen}::bigint
      or files.assignee_id is not distinct from ${assigneeId}::bigint)`;
    const rows = await assignAndStart(tx, { assigneeId, of, actor });
    if (rows.length === 0) throw await findRefusal(tx, actor, id, { assigneeId, seen });
    return getFile(tx, actor, id);
  });
}

/** Who has work assigned has it in progress: the owners of files that were waiting are notified (rules 3). */
async function assignAndStart(tx: Transaction<Schema>, assignment: Parameters<typeof assign>[0]) {
  const { rows } = await assign(assignment).execute(tx);
  await passOnToTickets(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) if (row.is_started) await notifyStarted(tx, row);
  return rows;
}

async function findRefusal(
  db: Deps['db'],
  actor: Actor,
  id: number,
  { assigneeId, seen }: { assigneeId: number | null; seen: number | null },
) {
  const staff = await listStaff({ db });
  if (assigneeId !== null && staff.every((one) => one.id !== assigneeId)) return notStaff();
  return explainRefusal(db, actor, id, ({ assignee_id: now }) => {
    if (now === null || now === undefined) return seen === null ? justChanged() : released();
    const username = staff.find((one) => one.id === now)?.username;
    return username === undefined ? justChanged() : taken({ username, assignee_id: now });
  });
}

type Bulk = Pick<InputOf<typeof contract.assignSelectedFiles>, 'count' | 'assignee_id' | 'with_others'>;
type Assigned = ReplyOf<typeof contract.assignSelectedFiles>;

export const assignSelectedFiles = (
  deps: Deps,
  actor: Actor,
  { count, assignee_id, with_others, ...selection }: InputOf<typeof contract.assignSelectedFiles>,
): Promise<Assigned> =>
  assignMany(
    deps,
    actor,
    { count, assignee_id, with_others },
    {
      chosen: (db) => composeSelectionCondition({ ...deps, db }, actor, selection),
      refusals: { moreSelected, tooManySelected },
    },
  );

interface Chosen {
  chosen: (db: Deps['db']) => ReturnType<typeof composeSelectionCondition>;
  refusals: SelectionRefusals;
}

/** Assigns many files, or many tickets together with their files. */
export async function assignMany(
  { db }: Deps,
  actor: Actor,
  { count, assignee_id: assigneeId, with_others: withOthers }: Bulk,
  { chosen, refusals }: Chosen,
): Promise<Assigned> {
  const isFree = withOthers
    ? sql<boolean>`true`
    : sql<boolean>`(files.assignee_id is null or files.assignee_id in (${actor.id}::bigint, ${assigneeId}::bigint))`;
  const assigned = await changeSelected(db, {
    confirmed: count,
    refusals,
    change: async (tx) => {
      const of = sql<boolean>`${await chosen(tx)} and ${isFree}`;
      return assignAndStart(tx, { assigneeId, of, actor });
    },
  });
  if (assigned === 0 && assigneeId !== null) {
    const staff = await listStaff({ db });
    if (staff.every((one) => one.id !== assigneeId)) throw notStaff();
  }
  return { message: 'Files assigned.', assigned, left_out: count - assigned };
}
