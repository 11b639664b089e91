import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { orderPage, type Sorting } from '../../../server/database/list-order.ts';
import { finishLogPage, LOG_PAGE_ROWS } from '../../../server/database/list-page.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import type { InputOf, ReplyOf } from '../../endpoint.ts';
import type * as contract from '../security.contract.ts';
import { findPeople, selectMatchingEvents, selectSecurityEvents } from './security.queries.ts';

/** What is written into the security log: never a password, a token or anything else that opens something. */
export interface RecordedEvent {
  event: contract.SecurityEventKind;
  reason: contract.SecurityReason;
  /** Who was signed in. */
  actorId?: number | null;
  /** Whose account it is about. */
  accountId?: number | null;
  /** The e-mail address that was entered; anything else is left out, for it may be a password. */
  entered?: string;
  /** Null: a command on the machine. */
  client: Pick<Client, 'address' | 'network'> | null;
  /** Method and pattern of the call. */
  call?: string;
  detail?: string;
}

/** What anybody can cause without a right to; bounded in the database, whatever comes in. */
const ATTEMPTS: readonly contract.SecurityEventKind[] = [
  'LOGIN_FAILED',
  'PASSWORD_WRONG',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
];

/** Control characters and those that cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** As entered, and at most 100 characters of it; a text without @ is none, and may be a password in the wrong field. */
const asAddress = (entered: string) => (entered.includes('@') ? entered.replace(UNSEEN, '').trim().slice(0, 100) : '');

/** The parameters of `security_record`, spelled as they are written and logged. */
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

/** Writes entries that happened so many times; in one statement, in an order that all processes have in common. */
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

/** Writes one entry, in the transaction of what it is about where there is one. `log`: where there is a structured log. */
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

/** The newest first, a page of those that the filter lets through. */
export async function listSecurityEvents(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  filter: InputOf<typeof contract.listSecurityEvents>,
): Promise<ReplyOf<typeof contract.listSecurityEvents>> {
  const asked = { cursor: filter.cursor, limit: LOG_PAGE_ROWS };
  const order = orderPage(SORTING, asked);
  const query = { filter, people: await findPeople(db, filter.who) };
  const found = await selectSecurityEvents(db, query, order).execute();
  const matching = selectMatchingEvents(db, query);
  const { rows, ...page } = await finishLogPage(db, found, { order, asked, matching });
  return { events: rows as contract.SecurityEvent[], ...page, stored_days: config.securityLogDays };
}

/** The newest entries about an account. */
export async function listEventsOfAccount(
  db: Database,
  { userId, limit }: { userId: number; limit: number },
): Promise<contract.SecurityEvent[]> {
  const order = orderPage(SORTING, { limit });
  const found = await selectSecurityEvents(db, { filter: {}, people: null, account: userId }, order).execute();
  return found.slice(0, limit).map(({ place: _place, ...entry }) => entry as contract.SecurityEvent);
}

/** Called every hour; the database removes nothing that is younger than 30 days. */
export async function removeOldSecurityEvents({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  if (config.securityLogDays === 0) return 0;
  const { rows } = await sql<{ removed: number }>`
    select security_forget(${config.securityLogDays}::integer) as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
