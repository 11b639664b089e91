import type { Deps } from '../../../../server/http/call.ts';

/** Builds a note about a customer, with the customer as its author too. */
export const buildNote = ({ db }: Pick<Deps, 'db'>, { id }: { id: number }, note = 'Pays by bank transfer.') =>
  db
    .insertInto('internal_notes')
    .values({ user_id: id, file_id: null, ticket_id: null, note, author_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
