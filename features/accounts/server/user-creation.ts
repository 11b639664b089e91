import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { notFound } from '../../../server/http/replies.ts';
import { loadLater } from '../../../server/load-later.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { addressHasAccount, notInvitable, phoneNotCallable } from '../accounts.errors.ts';
import type * as contract from '../user-creation.calls.ts';
import { mailInvitation } from './account-links.ts';
import { lockAddressee } from './accounts.queries.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { COUNTRIES } from '../country.ts';
import { nameAccess, requireEverything } from '../staff-roles/server/staff-roles.ts';

type NewUser = InputOf<typeof contract.createUser>;

/** Creates a user for an administrator, who either invites the owner by mail or passes on a password generated here. */
export async function createUser(
  deps: Deps,
  actor: Actor,
  { invite, client, language, ...fields }: NewUser & { client: Client },
): Promise<ReplyOf<typeof contract.createUser>> {
  const password = invite ? null : makePassword();
  const password_hash = password === null ? null : await hashPassword(deps, { password, owner: fields });
  if (fields.role === 'ADMIN') requireEverything(actor);
  return deps.db.transaction().execute(async (tx) => {
    const phone = requireChangedPhone(fields.phone, fields.country, '');
    const row = {
      ...fields,
      staff_role_id: fields.role === 'ADMIN' ? (fields.staff_role_id ?? null) : null,
      phone,
      language: language ?? null,
      password_hash,
      password_is_generated: password !== null,
    };
    const access = await nameAccess(tx, row);
    const created = await insertUser(tx, row);
    const subject = { kind: 'USER', id: created.id, name: created.username } as const;
    const to = `${created.email} (${access})`;
    await recordChange(tx, actor, {
      kind: 'CREATED',
      subject,
      field: invite ? 'invitation' : 'password',
      from: null,
      to,
    });
    if (fields.role === 'ADMIN') await recordRole(deps, tx, actor, { id: created.id, client });
    if (invite) await mailInvitation(tx, deps, created);
    return { id: created.id, email: created.email, password };
  });
}

type Row = Omit<NewUser, 'invite' | 'language'> & {
  language: string | null;
  password_hash: string | null;
  password_is_generated: boolean;
};

async function insertUser(tx: Transaction<Schema>, row: Row) {
  const created = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning(['id', 'email', 'username'])
    .executeTakeFirst();
  if (!created) throw addressHasAccount();
  return created;
}

const recordRole = (deps: Deps, tx: Transaction<Schema>, actor: Actor, who: { id: number; client: Client }) =>
  recordSecurityEvent(
    { db: tx, log: deps.log },
    {
      event: 'ROLE_CHANGED',
      reason: 'BY_ADMINISTRATOR',
      actorId: actor.id,
      accountId: who.id,
      client: who.client,
      detail: '→ ADMIN',
    },
  );

/** Sends at most one mail a minute, however often it is requested. */
export async function inviteUser(deps: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await deps.db.transaction().execute(async (tx) => {
    const user = await lockAddressee(tx, id).catch(() => null);
    const account = await tx
      .selectFrom('users')
      .select(['password_hash', 'status', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!user || !account || account.deleted_at !== null) throw notFound();
    if (account.password_hash !== null || user.verified || account.status !== 'ACTIVE') throw notInvitable();
    const wasMailed = await mailInvitation(tx, deps, user);
    if (!wasMailed) return;
    const subject = { kind: 'USER', id, name: user.username } as const;
    await recordChange(tx, actor, { kind: 'PASSWORD', subject, field: 'invitation', from: null, to: null });
  });
  return { message: 'The invitation was sent.' };
}

/**
 * Returns a phone number as it can be called from anywhere, such as +389 70 123 456. The form sends the dial code
 * followed by what was typed (X-VAL-04), so that a national zero or a number that is already international may stand
 * behind the dial code. Throws for anything that is not a number of that country or of the one that it names.
 */
export function requireCallablePhone(phone: string, country: string): string {
  const from = COUNTRIES.find(({ name }) => name === country);
  const dial = from?.dial ?? '';
  const typed = (dial !== '' && phone.startsWith(dial) ? phone.slice(dial.length) : phone).trim();
  const { parsePhoneNumberFromString } = loadLater('libphonenumber-js');
  const number = [typed.replace(/^00/, '+'), phone]
    .map((text) => parsePhoneNumberFromString(text, { defaultCountry: from?.iso, extract: false }))
    .find((read) => read?.isValid());
  if (!number) throw phoneNotCallable();
  return number.formatInternational();
}

/** Returns what to store: none at all is allowed, and a number that nobody has changed stays as it is. */
export const requireChangedPhone = (phone: string, country: string, stored: string): string =>
  phone === '' || phone === stored ? phone : requireCallablePhone(phone, country);
