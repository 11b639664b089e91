import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../../server/http/call.ts';
import type { File } from '../../file.ts';
import { offerChanged } from '../review.errors.ts';
import type { Refusal } from '../../../../contract/refusal.ts';

/** What an administrator decides about a file, by column; an omitted column stays as it is. */
export interface Offer {
  feasible?: 'POSSIBLE' | 'NOT_POSSIBLE';
  price_cents?: number;
  notes?: string | null;
}

/** SQL condition: saving the offer would change something in the row. */
function differs(offer: Offer): RawBuilder<boolean> {
  const columns = Object.entries(offer).map(
    ([column, value]) => sql<boolean>`${sql.ref(`files.${column}`)} is distinct from ${value}`,
  );
  return columns.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(columns, sql` or `)})`;
}

/** Returns the columns of an offer with its next version, for the `set` of the statement that changes it. */
export const newOffer = (actor: Actor, offer: Offer) => ({
  ...offer,
  offer_version: sql<number>`files.offer_version + case when ${differs(offer)} then 1 else 0 end`,
  offer_set_by: sql<number>`case when ${differs(offer)} then ${actor.id}::bigint else files.offer_set_by end`,
  offer_set_at: sql<string>`case when ${differs(offer)} then now() else files.offer_set_at end`,
});

/**
 * The guard of the same statement: the caller has seen the version in the row, or changes nothing. Without a version,
 * as in calls that follow the specification, only the first offer or the caller's own last one is replaced.
 */
export function isUpToDate(actor: Actor, offer: Offer, seen: number | undefined): RawBuilder<boolean> {
  const isSeen =
    seen === undefined
      ? sql`(files.offer_version = 0 or files.offer_set_by = ${actor.id})`
      : sql`files.offer_version = ${seen}`;
  return sql<boolean>`(not ${differs(offer)} or ${isSeen})`;
}

/** Returns the refusal with the current values when the guard let nothing through; null when it was not the guard. */
export function staleRefusal(file: File, seen: number | undefined): Refusal | null {
  const { feasible, price, notes, offer_version = 0, offer_set_by = null, offer_set_at = null } = file;
  if (seen === offer_version) return null;
  return offerChanged({ feasible, price, notes, offer_version, offer_set_by, offer_set_at });
}
