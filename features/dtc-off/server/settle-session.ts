import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import { chargeDtcOff } from '../../credits/server/dtc-off-charge.ts';
import { can } from '../../../contract/capabilities.ts';
import { DTC_OFF_CREDITS } from '../dtc-off.calls.ts';
import { expired, notEnoughCredits } from '../dtc-off.rules.ts';
import { noteUse } from './sessions.ts';
import { SESSION_MS, type FullSession } from './sessions.ts';
import { hasCapability } from '../../../server/database/active-users.ts';

/** Settles a session, once; returns whether it was charged. */
export async function settleSession(
  tx: Transaction<Schema>,
  actor: Actor,
  session: FullSession,
  now: Date,
): Promise<boolean> {
  const isFree = can(actor, 'dtc-off.use-free');
  await (isFree ? settleFree(tx, session, now) : charge(tx, actor, session, now));
  await noteUse(tx, isFree ? 'FREE' : 'PAID', now);
  return !isFree;
}

/** Settles the session without charge or ledger entry, if the database agrees that its owner may use DTC OFF free. */
async function settleFree(tx: Transaction<Schema>, session: FullSession, now: Date): Promise<void> {
  const settled = await tx
    .updateTable('ai_sessions')
    .set({ charged_at: now, is_free: true, expires_at: new Date(now.getTime() + SESSION_MS) })
    .where('id', '=', session.id)
    .where('charged_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'ai_sessions.user_id')
          .where(hasCapability('dtc-off.use-free'))
          .where('users.deleted_at', 'is', null),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw expired();
}

/** Charges the session, which from then on lasts as long as a new one. */
async function charge(tx: Transaction<Schema>, actor: Actor, session: FullSession, now: Date): Promise<void> {
  const cents = await chargeDtcOff(tx, actor, {
    sessionId: session.id,
    userId: actor.id,
    credits: DTC_OFF_CREDITS,
    note: session.file_name,
    refusal: notEnoughCredits,
  });
  if (cents === 0) throw new Error(`session ${session.id} was not charged, but its payment is in the ledger`);
  await tx
    .updateTable('ai_sessions')
    .set({ charged_at: now, charged_cents: cents, expires_at: new Date(now.getTime() + SESSION_MS) })
    .where('id', '=', session.id)
    .execute();
}
