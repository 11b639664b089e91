import { randomBytes } from 'node:crypto';
import { portalUrl } from '../../../server/texts.ts';
import { computeSecondsUntil, takeAllowance } from '../../../server/database/allowances.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { addressTaken, emailConfirmed, emailLinkSpent, sameAddress, wrongCurrentPassword } from '../accounts.errors.ts';
import type * as contract from '../account-changes.calls.ts';
import { mayChangeEmail } from '../email.rules.ts';
import {
  composeAddressChangedMail,
  composeAddressChangeRequestedMail,
  composeNewAddressMail,
} from './account-mails.ts';
import { lockAddressee, selectUserByEmail } from './accounts.queries.ts';
import { runInSession } from './hold-session.ts';
import { hashToken, lockOwner } from './link-tokens.ts';
import { isOwnPassword } from './passwords.ts';
import { endUserSessions } from './sessions.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = 24 * HOUR_MS;
/** Limited because each request mails an address that is not known to be the user's. */
export const MAX_EMAIL_CHANGES_PER_HOUR = 10;
const UNIQUE_VIOLATION = '23505';

/** Mails a link to the new address and a notice to the current one. An earlier open request becomes void. */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  input: InputOf<typeof contract.requestEmailChange> & { client: Client },
): Promise<{ message: string }> {
  const given = { password: input.current_password, client: input.client };
  if (!(await isOwnPassword(deps, actor, given))) throw wrongCurrentPassword();
  await runInSession(deps, actor, async (tx) => {
    const user = await lockAddressee(tx, actor.id);
    if (!mayChangeEmail({ ...actor, verified: user.verified })) throw emailConfirmed();
    if (user.email === input.new_email) throw sameAddress();
    const other = await selectUserByEmail(tx, input.new_email).executeTakeFirst();
    if (other && other.id !== user.id) throw addressTaken();
    await countEmailChange(tx, deps, user.id);
    await cancelEmailChanges(tx, deps, user.id);
    await mailLinks(tx, deps, { ...user, newEmail: input.new_email, sessionId: actor.sessionId });
  });
  return { message: 'We have sent a link to the new e-mail address.' };
}

async function countEmailChange(tx: Database, { clock }: Deps, userId: number): Promise<void> {
  const limit = { subject: `email-change:user:${userId}`, periodMs: HOUR_MS, maxUses: MAX_EMAIL_CHANGES_PER_HOUR };
  const freeAt = await takeAllowance(tx, clock.now(), limit);
  if (freeAt !== null) throw tooManyCalls(computeSecondsUntil(freeAt, clock.now()));
}

interface EmailChangeRequest {
  id: number;
  email: string;
  username: string;
  language: string | null;
  newEmail: string;
  sessionId: string;
}

async function mailLinks(tx: Database, { clock, config }: Deps, request: EmailChangeRequest): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashToken(token);
  const now = clock.now();
  const times = { created_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) };
  await tx
    .insertInto('email_changes')
    .values({ token_hash, user_id: request.id, new_email: request.newEmail, session_id: request.sessionId, ...times })
    .execute();
  const url = `${portalUrl(config)}/confirm-email?token=${token}`;
  await postMail(tx, {
    key: `email-change:${token_hash}`,
    isAboutAccount: true,
    isConfirmation: true,
    to: request.newEmail,
    aboutUserId: request.id,
    language: request.language,
    mail: composeNewAddressMail(request.username, url),
  });
  await postMail(tx, {
    key: `email-change-requested:${token_hash}`,
    isAboutAccount: true,
    to: request.email,
    mail: composeAddressChangeRequestedMail(request.username, request.newEmail),
  });
}

/**
 * Uses up the link and changes the address, which counts as confirmed. Ends every session except the one that requested
 * the change, and every other link of the account, because those were mailed to the old address.
 */
export async function confirmEmailChange(
  { db, clock, log }: Deps,
  { token, requestId, client }: InputOf<typeof contract.confirmEmailChange> & { requestId: string; client: Client },
): Promise<ReplyOf<typeof contract.confirmEmailChange>> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    await lockOwner(tx, 'email_changes', token);
    const spent = await consumeEmailChange(tx, now, hashToken(token));
    if (!spent) throw emailLinkSpent();
    const { user_id, new_email, session_id } = spent;
    const before = await lockAddressee(tx, user_id);
    await tx
      .updateTable('users')
      .set({ email: new_email, verified: true })
      .where('id', '=', user_id)
      .execute()
      .catch((error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? addressTaken() : error;
      });
    await cancelAllLinks(tx, now, user_id);
    const who = { actorId: null, client };
    const event = { event: 'EMAIL_CHANGED', reason: 'MAILED_LINK', accountId: user_id } as const;
    await recordSecurityEvent({ db: tx, log }, { ...event, ...who, detail: `${before.email} → ${new_email}` });
    await endUserSessions({ db: tx, log }, user_id, { why: 'EMAIL_CHANGED', ...who, except: session_id });
    const subject = { kind: 'USER', id: user_id, name: before.username } as const;
    const change = { kind: 'CONTACT', subject, field: 'email', from: before.email, to: new_email } as const;
    await recordChange(tx, { id: user_id, requestId }, change);
    if (before.verified) await mailChanged(tx, hashToken(token), { ...before, newEmail: new_email });
    return { message: 'Your e-mail address was changed.', email: new_email };
  });
}

/** Notifies the old address, which no account has any more; the caller checks that it had been confirmed. */
const mailChanged = (
  tx: Database,
  tokenHash: string,
  user: Pick<EmailChangeRequest, 'id' | 'email' | 'username' | 'language' | 'newEmail'>,
) =>
  postMail(tx, {
    key: `email-changed:${tokenHash}`,
    isAboutAccount: true,
    to: user.email,
    aboutUserId: user.id,
    language: user.language,
    mail: composeAddressChangedMail(user.username, user.newEmail),
  });

const consumeEmailChange = (tx: Database, now: Date, tokenHash: string) =>
  tx
    .updateTable('email_changes')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('id').where('status', '=', 'ACTIVE').where('deleted_at', 'is', null),
    )
    .returning(['user_id', 'new_email', 'session_id'])
    .executeTakeFirst();

/** Voids requests that are not confirmed yet, because a newer request, another password or a lock supersedes them. */
export async function cancelEmailChanges(tx: Database, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ used_at: clock.now() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Voids every mailed link of the account, whatever it is for. */
export async function cancelAllLinks(tx: Database, now: Date, userId: number): Promise<void> {
  for (const table of ['email_changes', 'account_links'] as const) {
    await tx
      .updateTable(table)
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute();
  }
}

/** Called every hour: deletes requests that have expired. */
export async function removeOldEmailChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', clock.now().toISOString()).execute();
}
