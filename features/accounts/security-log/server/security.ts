import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { orderPage, type Sorting } from '../../../../server/database/list-order.ts';
import { finishLogPage, LOG_PAGE_ROWS } from '../../../../server/database/list-page.ts';
import type { Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../security.calls.ts';
import { findPeople, selectMatchingEvents, selectSecurityEvents } from './security.queries.ts';

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
