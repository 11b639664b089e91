import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../server/database/connect.ts';
import { changeSelected, isSelected, listOwners } from '../../../server/database/selection.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { toWork } from '../../files/server/file-rows.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { notifyUsers } from '../../messaging/server/notify-users.ts';
import type * as contract from '../tickets.calls.ts';
import { moreSelected, tooManySelected } from '../tickets.rules.ts';
import { passesFilter, selectAllTickets } from './tickets.queries.ts';
import { assignMany } from '../../files/server/assignment.ts';
import type * as queueCalls from '../queue.calls.ts';
import * as errors from '../tickets.rules.ts';

type Selection = InputOf<typeof contract.describeSelectedTickets>;

type SelectionDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

const isChosen = (deps: SelectionDeps, actor: Actor, selection: Selection) =>
  isSelected(selection, {
    id: sql<number>`tickets.id`,
    changedAt: sql`tickets.updated_at`,
    passes: passesFilter(selection.all ?? {}, toWork(deps, actor)),
  });

const selected = (deps: SelectionDeps, actor: Actor, selection: Selection) =>
  selectAllTickets(deps.db)
    .where(isChosen(deps, actor, selection))
    .modifyFront(sql.raw(PLANNED_EACH_TIME));

/** Selects the files of the chosen tickets. */
const selectChosenFiles = (deps: SelectionDeps, actor: Actor, selection: Selection) =>
  selectAllTickets(deps.db)
    .where(isChosen(deps, actor, selection))
    .select('files.id');

const NAMED = 5;

/** What the user confirms before a bulk action on tickets. */
export async function describeSelectedTickets(
  deps: SelectionDeps,
  actor: Actor,
  selection: Selection,
): Promise<ReplyOf<typeof contract.describeSelectedTickets>> {
  const counted = await selected(deps, actor, selection)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('tickets.status', '=', 'OPEN').as('open'),
      eb.fn.count<number>('files.user_id').distinct().as('owners'),
    ])
    .executeTakeFirstOrThrow();
  const named = await selected(deps, actor, selection)
    .select(['tickets.ticket_id', 'users.username'])
    .where('tickets.status', '=', 'OPEN')
    .orderBy('tickets.id', 'desc')
    .limit(NAMED)
    .execute();
  return { ...counted, named };
}

/** Closes the open ones in one statement. Tickets added or changed since the confirmation are not included. */
export async function closeSelectedTickets(
  deps: Deps,
  actor: Actor,
  { count, ...selection }: InputOf<typeof contract.closeSelectedTickets>,
): Promise<ReplyOf<typeof contract.closeSelectedTickets>> {
  const { length: closed } = await changeSelected(deps.db, {
    confirmed: count,
    refusals: { tooManySelected, moreSelected },
    change: (tx) =>
      tx
        .updateTable('tickets')
        .set({ status: 'CLOSED', closing_date: sql`now()` })
        .where('tickets.deleted_at', 'is', null)
        .where('tickets.status', '=', 'OPEN')
        .where(isChosen(deps, actor, selection))
        .returning('tickets.id')
        .execute(),
  });
  return { message: 'Tickets closed successfully!', closed, left_out: count - closed };
}

/** Notifies each customer once. */
export async function notifyTicketOwners(
  deps: Deps,
  actor: Actor,
  { count, message, leave_out_deleted, ...selection }: InputOf<typeof contract.notifyTicketOwners>,
): Promise<ReplyOf<typeof contract.notifyTicketOwners>> {
  const owners = selected(deps, actor, selection).select('files.user_id').distinct();
  const user_ids = await listOwners(owners, count, { tooManySelected, moreSelected });
  return notifyUsers(deps, { user_ids, message, leave_out_deleted });
}

/** Assigns the files of the selected tickets: a ticket is always assigned together with its file. */
export const assignSelectedTickets = (
  deps: Deps,
  actor: Actor,
  { count, assignee_id, with_others, ...selection }: InputOf<typeof queueCalls.assignSelectedTickets>,
): Promise<ReplyOf<typeof queueCalls.assignSelectedTickets>> =>
  assignMany(
    deps,
    actor,
    { count, assignee_id, with_others },
    {
      chosen: async (db) => sql<boolean>`files.id in (${selectChosenFiles({ ...deps, db }, actor, selection)})`,
      refusals: errors,
    },
  );
