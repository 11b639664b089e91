import { sql } from 'kysely';
import { type Database, PLANNED_EACH_TIME } from '../../../../server/database/connect.ts';
import { type PageOrder, type Sorting, orderPage } from '../../../../server/database/list-order.ts';
import { LOG_PAGE_ROWS, finishLogPage } from '../../../../server/database/list-page.ts';
import type { Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../security.calls.ts';
import { toContainsPattern, toPrefixPattern } from '../../../../server/database/patterns.ts';

/** An event for the security log; never contains a password, a token or any other secret that grants access. */
export interface RecordedEvent {
  event: contract.SecurityEventKind;
  reason: contract.SecurityReason;
  /** The signed-in user. */
  actorId?: number | null;
  /** The account that the event is about. */
  accountId?: number | null;
  /** The e-mail address that was entered; anything else is dropped, since it may be a password. */
  entered?: string;
  /** Null for a command run on the machine. */
  client: Pick<Client, 'address' | 'network'> | null;
  /** Method and path pattern of the call. */
  call?: string;
  detail?: string;
}

/** Events that anyone can cause without any permission; the database limits how many are stored. */
const ATTEMPTS: readonly contract.SecurityEventKind[] = [
  'LOGIN_FAILED',
  'PASSWORD_WRONG',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
];

/** Control characters and invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * The address as entered, at most 100 characters. A text without @ is not an address, and may be a password typed into
 * the wrong field.
 */
const asAddress = (entered: string) => (entered.includes('@') ? entered.replace(UNSEEN, '').trim().slice(0, 100) : '');

/** Converts an event into the parameters of `security_record`, with the names used in the table and the log. */
export function fieldsOf({ event, reason, client, call = '', detail = '', ...rest }: RecordedEvent) {
  return {
    event,
    reason,
    actor: rest.actorId ?? null,
    account: rest.accountId ?? null,
    entered: asAddress(rest.entered ?? ''),
    address: (client?.address ?? '').slice(0, 64),
    network: (client?.network ?? '').slice(0, 64),
    call: call.slice(0, 120),
    detail: detail.slice(0, 600),
  };
}
export type SecurityFields = ReturnType<typeof fieldsOf>;

/** Writes entries with their numbers of occurrences, in one statement and in an order common to all processes. */
export async function writeSecurityEvents(
  db: Database,
  entries: readonly { fields: SecurityFields; times: number }[],
): Promise<void> {
  const rows = entries.map(({ fields, times }) => ({
    ...fields,
    times,
    is_attempt: ATTEMPTS.includes(fields.event),
  }));
  await sql`
    select security_record(event, reason, is_attempt, actor, account, entered, address, network, call, detail, times)
      from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
              event text, reason text, is_attempt boolean, actor bigint, account bigint, entered text, address text,
              network text, call text, detail text, times bigint)
             order by network, event, reason, actor, account, entered, call, detail) sorted`.execute(db);
}

/**
 * Writes one entry, in the transaction of the event it is about, if there is one. `log`: the structured log, if there
 * is one.
 */
export async function recordSecurityEvent(
  { db, log }: { db: Database; log?: Deps['log'] },
  event: RecordedEvent,
): Promise<void> {
  const fields = fieldsOf(event);
  await writeSecurityEvents(db, [{ fields, times: 1 }]);
  log?.info({ security: fields }, 'security event');
}

const SORTING: Sorting<'newest'> = {
  id: sql<number>`entries.id`,
  sorts: { newest: { value: sql`entries.last_at`, type: 'moment' } },
  first: { sort: 'newest', order: 'desc' },
};

/** Returns a page of the events that match the filter, newest first. */
export async function listSecurityEvents(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  filter: InputOf<typeof contract.listSecurityEvents>,
): Promise<ReplyOf<typeof contract.listSecurityEvents>> {
  const request = { cursor: filter.cursor, limit: LOG_PAGE_ROWS };
  const order = orderPage(SORTING, request);
  const query = { filter, people: await findPeople(db, filter.who) };
  const found = await selectSecurityEvents(db, query, order).execute();
  const matching = selectMatchingEvents(db, query);
  const { rows, ...page } = await finishLogPage(db, found, { order, request, matching });
  return { events: rows as contract.SecurityEvent[], ...page, stored_days: config.securityLogDays };
}

/** Returns the newest entries about an account. */
export async function listEventsOfAccount(
  db: Database,
  { userId, limit }: { userId: number; limit: number },
): Promise<contract.SecurityEvent[]> {
  const order = orderPage(SORTING, { limit });
  const found = await selectSecurityEvents(db, { filter: {}, people: null, account: userId }, order).execute();
  return found.slice(0, limit).map(({ place: _place, ...entry }) => entry as contract.SecurityEvent);
}

/** Removes old entries; called every hour. The database removes nothing younger than 30 days. */
export async function removeOldSecurityEvents({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  if (config.securityLogDays === 0) return 0;
  const { rows } = await sql<{ removed: number }>`
    select security_forget(${config.securityLogDays}::integer) as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}

type Filter = InputOf<typeof contract.listSecurityEvents>;

const selectJoined = (db: Database) =>
  db
    .selectFrom('security_events as entries')
    .leftJoin('users as actors', 'actors.id', 'entries.actor_id')
    .leftJoin('users as accounts', 'accounts.id', 'entries.account_id');

/** With more people than this, the search is not selective, and names are matched while reading the entries instead. */
const MAX_PEOPLE = 1000;

/**
 * Finds the matching users first, through the index of their names: PostgreSQL then knows how few entries are theirs.
 */
async function findPeople(db: Database, who: string | undefined): Promise<readonly number[] | null> {
  if (who === undefined) return null;
  const part = toContainsPattern(who);
  const people = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username', 'ilike', part), eb('email', 'ilike', part)]))
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .limit(MAX_PEOPLE + 1)
    .execute();
  return people.length > MAX_PEOPLE ? null : people.map(({ id }) => id);
}

const ofPeople = (people: readonly number[], part: string) => sql<boolean>`
  (entries.account ilike ${part} or entries.actor_id = any(${people}::bigint[])
   or entries.account_id = any(${people}::bigint[]))`;

interface SecurityQuery {
  filter: Filter;
  /** Ids of the users that match `who`; null: too many, or no filter. */
  people: readonly number[] | null;
  /** Limits the list to events about this account. */
  account?: number;
}

const selectMatching = (
  db: Database,
  { filter: { event, who, address, from, until }, people, account }: SecurityQuery,
) =>
  selectJoined(db)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .$if(account !== undefined, (query) => query.where('entries.account_id', '=', account as number))
    .$if(event !== undefined, (query) => query.where('entries.event', '=', event as string))
    .$if(people !== null, (query) => query.where(ofPeople(people ?? [], toContainsPattern(who as string))))
    .$if(who !== undefined && people === null, (query) =>
      query.where((eb) =>
        eb.or(
          (['entries.account', 'actors.username', 'actors.email', 'accounts.username', 'accounts.email'] as const).map(
            (column) => eb(column, 'ilike', toContainsPattern(who as string)),
          ),
        ),
      ),
    )
    .$if(address !== undefined, (query) => query.where('entries.address', 'ilike', toPrefixPattern(address as string)))
    // An entry with several occurrences is included in every period that may contain one of them.
    .$if(from !== undefined, (query) => query.where('entries.last_at', '>=', from as string))
    .$if(until !== undefined, (query) => query.where('entries.first_at', '<', until as string));

const person = (table: 'actors' | 'accounts') =>
  sql<{ id: number | null; username: string; email: string } | null>`
    case when ${sql.ref(`${table}.id`)} is not null then json_build_object(
      'id', case when ${sql.ref(`${table}.deleted_at`)} is null then ${sql.ref(`${table}.id`)} end, 'username', ${sql.ref(`${table}.username`)}, 'email', ${sql.ref(`${table}.email`)}
    ) end`;

const selectSecurityEvents = (db: Database, query: SecurityQuery, order: PageOrder) =>
  selectMatching(db, query)
    .select(['entries.id', 'entries.event', 'entries.reason', 'entries.account as entered', 'entries.address'])
    .select(['entries.call', 'entries.detail', 'entries.scope', 'entries.times', 'entries.first_at', 'entries.last_at'])
    .select([person('actors').as('actor'), person('accounts').as('account')])
    .select(order.place.as('place'))
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1);

const selectMatchingEvents = (db: Database, query: SecurityQuery) => selectMatching(db, query).select('entries.id');
