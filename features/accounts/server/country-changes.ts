import { type Transaction, sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { type Changer, recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { countryChangedAgain } from '../accounts.errors.ts';
import type * as contract from '../account-changes.calls.ts';

const COUNTRY_COLUMNS = ['country', 'previous_country', 'country_changed_at'] as const;
const LISTED = 100;

/** Returns the countries whose rules currently apply to a user, the profile's country first. */
export async function findCountriesInForce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<string[]> {
  const stored = await db
    .selectFrom('users')
    .select(COUNTRY_COLUMNS)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return listCountriesInForce(stored, clock.now());
}

/** Returns the columns that a customer's own edit sets, and writes the audit entry; call it in the same transaction. */
export async function changeOwnCountry(tx: Transaction<Schema>, actor: Actor, country: string, now: Date) {
  const before = await tx
    .selectFrom('users')
    .select([...COUNTRY_COLUMNS, 'username'])
    .where('id', '=', actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const after = applyCountryChange(before, country, now);
  const subject = { kind: 'USER', id: actor.id, name: before.username } as const;
  await recordChange(tx, actor, { kind: 'CONTACT', subject, field: 'country', from: before.country, to: country });
  return after.country === before.country
    ? {}
    : { country, previous_country: after.previous_country, country_changed_at: after.country_changed_at };
}

const selectWaiting = (db: Database, now: Date) =>
  db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where(
      'country_changed_at',
      '>',
      sql<string>`${now.toISOString()}::timestamptz - make_interval(days => ${COUNTRY_CHANGE_DAYS})`,
    );

export async function listCountryChanges({ db, clock }: Deps): Promise<ReplyOf<typeof contract.listCountryChanges>> {
  const now = clock.now();
  const rows = await selectWaiting(db, now)
    .select(['id', 'username', 'email', ...COUNTRY_COLUMNS])
    .orderBy('country_changed_at')
    .orderBy('id')
    .limit(LISTED)
    .execute();
  const { total } = await selectWaiting(db, now)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const changes = rows.flatMap(({ previous_country: _before, country_changed_at, ...row }) => {
    const change = findPendingCountryChange({ ...row, previous_country: _before, country_changed_at }, now);
    return change === null ? [] : [{ ...row, ...change, changed_at: country_changed_at ?? '' }];
  });
  return { changes, total: Number(total) };
}

/** Approves a change: from now on only the new country applies. */
export async function approveCountryChange(
  { db, clock }: Deps,
  actor: Actor,
  { id, country }: InputOf<typeof contract.approveCountryChange>,
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const found = await selectWaiting(tx, clock.now())
      .select(['id', 'username', ...COUNTRY_COLUMNS])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!found) throw notFound();
    if (found.country !== country) throw countryChangedAgain();
    await settle(tx, actor, found);
  });
  return { message: 'Country approved.' };
}

/** Job that puts changes into effect that have waited long enough. */
export async function settleCountryChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('users')
      .select(['id', 'username', ...COUNTRY_COLUMNS])
      .where(
        'country_changed_at',
        '<=',
        sql<string>`${clock.now().toISOString()}::timestamptz - make_interval(days => ${COUNTRY_CHANGE_DAYS})`,
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const user of due) await settle(tx, null, user);
    return due.length;
  });
}

interface Waiting {
  id: number;
  username: string;
  country: string;
  previous_country: string | null;
}

async function settle(tx: Transaction<Schema>, changer: Changer, { id, username, country, previous_country }: Waiting) {
  await tx
    .updateTable('users')
    .set({ previous_country: null, country_changed_at: null })
    .where('id', '=', id)
    .execute();
  const subject = { kind: 'USER', id, name: username } as const;
  await recordChange(tx, changer, { kind: 'COUNTRY_IN_FORCE', subject, from: previous_country, to: country });
}

/** Days after which a changed country applies alone, unless an administrator approves it earlier. */
const COUNTRY_CHANGE_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

interface StoredCountry {
  /** The current value in the profile. */
  country: string;
  /** The country that applied before the pending change; null: no change is pending. */
  previous_country: string | null;
  /** When the pending change was made, in ISO 8601. */
  country_changed_at: string | null;
}

/** A pending change of country: the earlier country, which still applies too, and the latest time it ends. */
export interface CountryChange {
  previous_country: string;
  /** ISO 8601. */
  until: string;
}

/** Returns the pending change; null when none is pending or when it has waited long enough. */
export function findPendingCountryChange(stored: StoredCountry, now: Date): CountryChange | null {
  const { previous_country, country_changed_at } = stored;
  if (previous_country === null || country_changed_at === null) return null;
  const until = new Date(new Date(country_changed_at).getTime() + COUNTRY_CHANGE_DAYS * DAY_MS);
  return until > now ? { previous_country, until: until.toISOString() } : null;
}

/** Returns the countries whose rules bind a customer: what any of them forbids is forbidden. */
export function listCountriesInForce(stored: StoredCountry, now: Date): string[] {
  const change = findPendingCountryChange(stored, now);
  return change === null ? [stored.country] : [stored.country, change.previous_country];
}

/**
 * Returns what to store when a customer enters another country in the profile. Repeated changes preserve the country
 * that applied first, changing back ends the waiting, and a customer without a country before is as free as at
 * registration.
 */
export function applyCountryChange(before: StoredCountry, country: string, now: Date): StoredCountry {
  if (country === before.country) return before;
  const holds = findPendingCountryChange(before, now)?.previous_country ?? before.country;
  const isSettled = holds === '' || holds === country;
  return {
    country,
    previous_country: isSettled ? null : holds,
    country_changed_at: isSettled ? null : now.toISOString(),
  };
}
