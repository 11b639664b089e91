import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../server/database/connect.ts';
import { changeSelected, isSelected, listOwners } from '../../../server/database/selection.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordDeletions } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { notifyUsers } from '../../messaging/server/notify-users.ts';
import type * as contract from '../files.calls.ts';
import { moreSelected, tooManySelected } from '../files.rules.ts';
import { composeCondition } from './find-files.ts';
import { DONE_STATUSES } from '../file-fields.ts';
import { passOnToTickets } from './file-edits.ts';
import { selectFilesInScope, toWork } from './file-rows.ts';

type Selection = InputOf<typeof contract.describeSelectedFiles>;

type SelectionDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** Returns the condition for the files of a selection, inside or outside a transaction. */
export const composeSelectionCondition = async (deps: SelectionDeps, actor: Actor, selection: Selection) =>
  isSelected(selection, {
    id: sql<number>`files.id`,
    changedAt: sql`files.updated_at`,
    passes: await composeCondition(deps.db, selection.all ?? {}, toWork(deps, actor)),
  });

const selectSelectedFiles = async (deps: SelectionDeps, actor: Actor, selection: Selection) => {
  const isChosen = await composeSelectionCondition(deps, actor, selection);
  return { query: selectFilesInScope(deps.db, actor).where(isChosen).modifyFront(sql.raw(PLANNED_EACH_TIME)) };
};

const NAMED = 5;

/** Describes what the user confirms before a bulk action on files. */
export async function describeSelectedFiles(
  deps: SelectionDeps,
  actor: Actor,
  selection: Selection,
): Promise<ReplyOf<typeof contract.describeSelectedFiles>> {
  const { query } = await selectSelectedFiles(deps, actor, selection);
  const counted = await query
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('files.user_id').distinct().as('owners'),
      eb.fn
        .countAll<number>()
        .filterWhere('files.price_status', '=', 'PAID')
        .filterWhere('files.status', 'not in', DONE_STATUSES)
        .as('owed'),
    ])
    .executeTakeFirstOrThrow();
  const named = await query
    .select(['files.file_id', 'files.file_name'])
    .orderBy('files.id', 'desc')
    .limit(NAMED)
    .execute();
  return { ...counted, named };
}

/** Hides the selected files in one statement, and then their tickets. It skips files that were added or changed since the user confirmed. */
export async function deleteSelectedFiles(
  deps: Deps,
  actor: Actor,
  { count, ...selection }: InputOf<typeof contract.deleteSelectedFiles>,
): Promise<ReplyOf<typeof contract.deleteSelectedFiles>> {
  const deleted = await changeSelected(deps.db, {
    confirmed: count,
    refusals: { tooManySelected, moreSelected },
    change: async (tx) => {
      const hidden = await tx
        .updateTable('files')
        .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
        .where('files.deleted_at', 'is', null)
        .where(await composeSelectionCondition({ ...deps, db: tx }, actor, selection))
        .returning(['files.id', 'files.file_id as name', 'files.file_name as from'])
        .execute();
      await passOnToTickets(
        tx,
        hidden.map(({ id }) => id),
      );
      return hidden;
    },
    record: (tx, gone) => recordDeletions(tx, actor, 'FILE', gone),
  });
  return {
    message: 'Files deleted successfully!',
    deleted: deleted.length,
    left_out: count - deleted.length,
    ids: deleted.map(({ id }) => id),
  };
}

/** Notifies each owner once. */
export async function notifyFileOwners(
  deps: Deps,
  actor: Actor,
  { count, message, leave_out_deleted, ...selection }: InputOf<typeof contract.notifyFileOwners>,
): Promise<ReplyOf<typeof contract.notifyFileOwners>> {
  const { query } = await selectSelectedFiles(deps, actor, selection);
  const owners = query.select('files.user_id').distinct();
  const user_ids = await listOwners(owners, count, { tooManySelected, moreSelected });
  return notifyUsers(deps, { user_ids, message, leave_out_deleted });
}
