import { type Transaction, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { selectLivingUsers } from '../../../server/database/active-users.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { notFound } from '../../../server/http/replies.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { addressHasAccount, notInvitable } from '../accounts.errors.ts';
import { mostColleagues } from '../colleagues.errors.ts';
import { MAX_COLLEAGUES } from '../colleague-forms.ts';
import type * as contract from '../colleagues.calls.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { mailInvitation } from './account-links.ts';
import { composeColleagueInvitedMail } from './account-mails.ts';
import { getVisibleUserId } from './accounts.ts';
import { lockOut } from './administration.ts';
import { countInvitation, isInvited } from './colleague-invitations.ts';
import { runInSession } from './hold-session.ts';

const selectColleagues = (db: Database, companyId: number) =>
  selectLivingUsers(db)
    .select(['users.id', 'users.username', 'users.email', 'users.created_at', isInvited.as('is_invited')])
    .where('users.company_id', '=', companyId);

export const listColleagues = ({ db }: Pick<Deps, 'db'>, companyId: number): Promise<contract.Colleague[]> =>
  selectColleagues(db, companyId)
    .orderBy(sql`lower(username)`)
    .orderBy('id')
    .limit(MAX_COLLEAGUES)
    .execute();

/** Lists those of the user with this id, for staff. */
export async function listUserColleagues(deps: Deps, actor: Actor, id: number): Promise<contract.Colleague[]> {
  return listColleagues(deps, await getVisibleUserId(deps, actor, id));
}

/** Invites a colleague by mail. The customer is locked by then, so that two invitations at once cannot exceed the limit. */
export async function inviteColleague(
  deps: Deps,
  actor: Actor,
  { client, ...fields }: InputOf<typeof contract.inviteColleague> & { client: Client },
): Promise<contract.Colleague> {
  await countInvitation(deps, actor);
  return runInSession(deps, actor, async (tx) => {
    const id = await insertColleague(tx, actor, fields);
    const [colleague] = await selectColleagues(tx, actor.id).where('users.id', '=', id).execute();
    if (!colleague) throw notFound();
    const owner = await selectLivingUsers(tx)
      .select(['username', 'email'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow();
    await mailInvitation(tx, deps, colleague);
    // Who is at an open session of the customer must not give somebody access unnoticed.
    await postMail(tx, {
      key: `colleague-invited:${id}`,
      to: owner.email,
      aboutUserId: id,
      mail: composeColleagueInvitedMail(owner.username, colleague),
      isAboutAccount: true,
    });
    const event = { event: 'COLLEAGUE_INVITED', reason: 'BY_OWNER', actorId: actor.id, accountId: id, client } as const;
    await recordSecurityEvent({ db: tx, log: deps.log }, event);
    const subject = { kind: 'USER', id, name: colleague.username } as const;
    await recordChange(tx, actor, {
      kind: 'CREATED',
      subject,
      field: 'invitation',
      from: null,
      to: `${colleague.email} (${owner.username})`,
    });
    return colleague;
  });
}

/** One statement decides: a customer who is no colleague, with room for one more, and an address without an account. */
async function insertColleague(
  tx: Transaction<Schema>,
  actor: Actor,
  { username, email }: InputOf<typeof contract.inviteColleague>,
): Promise<number> {
  const { rows } = await sql<{ id: number | null; has_room: boolean }>`
    with company as (
      select id, country, language, (
               select count(*) from users c where c.company_id = company.id and c.deleted_at is null
             ) < ${MAX_COLLEAGUES} as has_room
        from users company where id = ${actor.id} and company_id is null and role = 'CUSTOMER'
    ), added as (
      insert into users (username, full_name, email, phone, country, language, company_id)
      select ${username}, ${username}, ${email}, '', country, language, id from company where has_room
      on conflict (lower(email)) where deleted_at is null do nothing
      returning id
    )
    select has_room, (select id from added) as id from company`.execute(tx);
  const [company] = rows;
  if (company === undefined) throw notFound();
  if (!company.has_room) throw mostColleagues();
  if (company.id === null) throw addressHasAccount();
  return company.id;
}

/** Mails another link, unless one was mailed within the last minute. */
export async function inviteColleagueAgain(deps: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await countInvitation(deps, actor);
  await deps.db.transaction().execute(async (tx) => {
    const colleague = await selectColleagues(tx, actor.id)
      .where('users.id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!colleague) throw notFound();
    if (!colleague.is_invited) throw notInvitable();
    await mailInvitation(tx, deps, colleague);
  });
  return { message: 'The invitation was sent.' };
}

export async function removeColleague(
  deps: Deps,
  actor: Actor,
  { id, client }: { id: number; client: Client },
): Promise<{ message: string }> {
  await endColleague(deps, actor, { id, companyId: actor.id, client });
  return { message: 'The colleague was removed.' };
}

/** Removes the colleague who is signed in. */
export async function leaveCompany(deps: Deps, actor: Actor, client: Client): Promise<{ message: string }> {
  if (actor.colleague === undefined) throw notFound();
  await endColleague(deps, actor, { ...actor.colleague, client });
  return { message: 'Your account was deleted.' };
}

/** Ends what a colleague may do; what they have ordered is the customer's, and stays. */
const endColleague = (
  deps: Deps,
  actor: Actor,
  { id, companyId, client }: { id: number; companyId: number; client: Client },
): Promise<void> =>
  runInSession(deps, actor, async (tx) => {
    const removed = await tx
      .updateTable('users')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .returning(['username', 'email'])
      .executeTakeFirst();
    if (!removed) throw notFound();
    const who = { actorId: actor.id, client };
    const event = { event: 'LOCKED', reason: 'DELETED', accountId: id, ...who } as const;
    await recordSecurityEvent({ db: tx, log: deps.log }, event);
    await lockOut({ ...deps, db: tx }, id, { why: 'DELETED', ...who });
    const subject = { kind: 'USER', id, name: removed.username } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: removed.email, to: null });
  });
