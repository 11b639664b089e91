import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Database } from '../../../server/database/connect.ts';
import { staffCapabilities } from '../../../server/database/active-users.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import {
  type CustomerView,
  MAX_LISTED_VIEWS,
  VIEW_MINUTES,
  type viewAsCustomer as ViewCall,
} from '../customer-views.calls.ts';
import { notViewable } from '../accounts.errors.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { runInSession } from './hold-session.ts';
import { makeSession } from './sessions.ts';

/** Opens a session in which staff see the portal as a customer, and do nothing (server/http/access.ts). */
export const viewAsCustomer = (
  deps: Deps,
  actor: Actor,
  { id, reason, client }: InputOf<typeof ViewCall> & { client: Client },
): Promise<{ token: string }> =>
  runInSession(deps, actor, async (tx) => {
    const customer = await lockViewed(tx, id);
    const { id: session, token } = await makeSession({ ...deps, db: tx }, { ...customer, view_only: true }, client, {
      tokenSeconds: VIEW_MINUTES * 60,
    });
    await tx
      .updateTable('sessions')
      // It proves nothing about the customer.
      .set({ opened_in: actor.sessionId, view_reason: reason, proved_at: new Date(0) })
      .where('id', '=', session)
      .execute();
    const event = { event: 'VIEWED', reason: 'BY_ADMINISTRATOR', actorId: actor.id, accountId: id } as const;
    await recordSecurityEvent({ db: tx, log: deps.log }, { ...event, client, detail: reason });
    const subject = { kind: 'USER', id, name: customer.username } as const;
    await recordChange(tx, actor, { kind: 'VIEWED', subject, from: null, to: reason });
    return { token };
  });

/** Locks the user until the end of the transaction; refuses staff and whoever cannot sign in. */
async function lockViewed(tx: Database, id: number) {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'phone', 'country', 'role', staffCapabilities])
    .select(sql<boolean>`role = 'CUSTOMER' and status = 'ACTIVE' and company_id is null`.as('is_viewable'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw notFound();
  const { is_viewable, ...customer } = user;
  if (!is_viewable) throw notViewable();
  return customer;
}

export const listMyViews = ({ db }: Pick<Deps, 'db'>, { id }: Pick<Actor, 'id'>): Promise<CustomerView[]> =>
  db
    .selectFrom('changes')
    .select(['id', 'created_at', sql<string>`new_value`.as('reason')])
    .where('subject', '=', 'USER')
    .where('subject_id', '=', id)
    .where('kind', '=', 'VIEWED')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_VIEWS)
    .execute();
