import { sql, type RawBuilder, type Transaction } from 'kysely';
import { MAX_SELECTED } from '../../contract/pages.ts';
import type { Refusal } from '../../contract/refusal.ts';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

interface Selection {
  ids: readonly number[];
  all?: { as_of: string; except: readonly number[] } | undefined;
}

interface Selected {
  id: RawBuilder<number>;
  /** When a row last changed what its list shows of it. */
  changedAt: RawBuilder<unknown>;
  /** Whether a row passes the filter of "all". */
  passes: RawBuilder<boolean>;
}

/**
 * Builds the condition for the selected rows. "All" leaves out rows that were added or changed since the list was read,
 * because it is not certain that they are meant.
 */
export function isSelected({ ids, all }: Selection, { id, changedAt, passes }: Selected): RawBuilder<boolean> {
  const ticked = sql<boolean>`${id} = any(${[...ids]}::bigint[])`;
  if (all === undefined) return ticked;
  const isUnchanged = sql<boolean>`${changedAt} <= ${all.as_of}::timestamptz`;
  const isLeftOut = sql<boolean>`${id} = any(${[...all.except]}::bigint[])`;
  return sql<boolean>`(${ticked} or (${passes} and ${isUnchanged} and not ${isLeftOut}))`;
}

export type SelectionRefusals = Record<'tooManySelected' | 'moreSelected', () => Refusal>;

interface SelectedChange<Row> {
  confirmed: number;
  refusals: SelectionRefusals;
  /** One statement, which returns the rows that it has changed. */
  change: (tx: Transaction<Schema>) => Promise<Row[]>;
  record?: (tx: Transaction<Schema>, changed: Row[]) => Promise<void>;
}

/**
 * Changes as many rows as were confirmed, or fewer; none if there are more of them by now. Returns those it changed.
 */
export async function changeSelected<Row>(
  db: Database,
  { confirmed, refusals, change, record }: SelectedChange<Row>,
): Promise<Row[]> {
  if (confirmed > MAX_SELECTED) throw refusals.tooManySelected();
  return db.transaction().execute(async (tx) => {
    const changed = await change(tx);
    if (changed.length > confirmed) throw refusals.moreSelected();
    await record?.(tx, changed);
    return changed;
  });
}

/** A query for rows of customers, not limited yet. */
interface OwnersQuery {
  limit: (maxRows: number) => { execute: () => Promise<{ user_id: number }[]> };
}

/** Lists each customer once; refuses when there are more than were confirmed, or than one change takes. */
export async function listOwners(
  owners: OwnersQuery,
  confirmed: number,
  { tooManySelected, moreSelected }: SelectionRefusals,
): Promise<number[]> {
  const found = await owners.limit(MAX_SELECTED + 1).execute();
  if (found.length > MAX_SELECTED) throw tooManySelected();
  if (found.length > confirmed) throw moreSelected();
  return found.map(({ user_id }) => user_id);
}
