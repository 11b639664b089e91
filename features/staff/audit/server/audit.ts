import { sql, type Transaction } from 'kysely';
import { orderPage, type Sorting } from '../../../../server/database/list-order.ts';
import { finishLogPage, LOG_PAGE_ROWS } from '../../../../server/database/list-page.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../audit.calls.ts';
import { insertDeletions, selectChangers, selectChanges, selectMatchingChanges } from './audit.queries.ts';

type Value = string | number | null;

export interface RecordedChange {
  kind: contract.ChangeKind;
  /** `name` is the subject's current name; `id` is omitted for a subject that exists only once. */
  subject: { kind: contract.ChangeSubject; id?: number; name: string };
  field?: string;
  /** Null: there was no value before. */
  from: Value;
  /** Null: there is no value any more. */
  to: Value;
}

/** Who makes a change: a user, a command on the machine, or (null) the portal itself. */
export type Changer = Pick<Actor, 'id' | 'requestId'> | 'COMMAND_LINE' | null;

/** Kinds that are recorded even when the old and the new value are equal. */
const EVENTS: readonly contract.ChangeKind[] = ['CREATED', 'DELETED', 'RESTORED', 'ERASED', 'EXPORTED', 'PASSWORD'];

const asText = (value: Value) => (value === null ? null : String(value));

/**
 * Records in the audit list who changed what, from which value to which. Runs in the transaction of the change, so that
 * neither is stored without the other. Unchanged values are skipped, so a form may be passed field by field.
 */
export async function recordChange(
  tx: Transaction<Schema>,
  changer: Changer,
  { kind, subject, field, from, to }: RecordedChange,
): Promise<void> {
  if (!EVENTS.includes(kind) && asText(from) === asText(to)) return;
  const actor = changer === 'COMMAND_LINE' ? null : changer;
  await tx
    .insertInto('changes')
    .values({
      user_id: actor?.id ?? null,
      kind,
      subject: subject.kind,
      subject_id: subject.id ?? null,
      subject_name: subject.name,
      field: field ?? null,
      old_value: asText(from),
      new_value: asText(to),
      request_id: actor?.requestId ?? null,
      origin: changer === 'COMMAND_LINE' ? changer : null,
    })
    .execute();
}

/** Records the deletion of many subjects at once. */
export async function recordDeletions(
  tx: Transaction<Schema>,
  changer: Pick<Actor, 'id' | 'requestId'>,
  kind: contract.ChangeSubject,
  gone: readonly { id: number; name: string; from: string }[],
): Promise<void> {
  await insertDeletions({ changer, kind, gone }).execute(tx);
}

const SORTING: Sorting<'newest'> = {
  id: sql<number>`changes.id`,
  sorts: { newest: { value: sql`changes.id`, type: 'number' } },
  first: { sort: 'newest', order: 'desc' },
};

/** Returns a page of the changes that match the filter, newest first. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  filter: InputOf<typeof contract.listChanges>,
): Promise<ReplyOf<typeof contract.listChanges>> {
  const request = { cursor: filter.cursor, limit: LOG_PAGE_ROWS };
  const order = orderPage(SORTING, request);
  const found = await selectChanges(db, filter, order).execute();
  const matching = selectMatchingChanges(db, filter);
  const { rows, ...page } = await finishLogPage(db, found, { order, request, matching });
  const people = filter.cursor === undefined ? (await selectChangers.execute(db)).rows : null;
  return { changes: rows as contract.Change[], ...page, people };
}
