import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { assignMany } from '../../files/server/assignment.ts';
import type * as contract from '../queue.calls.ts';
import * as errors from '../tickets.rules.ts';
import { selectChosenFiles } from './selected-tickets.ts';

/** Assigns the files of the selected tickets: a ticket is always assigned together with its file. */
export const assignSelectedTickets = (
  deps: Deps,
  actor: Actor,
  { count, assignee_id, with_others, ...selection }: InputOf<typeof contract.assignSelectedTickets>,
): Promise<ReplyOf<typeof contract.assignSelectedTickets>> =>
  assignMany(
    deps,
    actor,
    { count, assignee_id, with_others },
    {
      chosen: async (db) => sql<boolean>`files.id in (${selectChosenFiles({ ...deps, db }, actor, selection)})`,
      refusals: errors,
    },
  );
