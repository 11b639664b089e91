import { computeSecondsUntil, takeAllowance, type Allowance } from '../../../server/database/allowances.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { tooManyMessages } from '../tickets.errors.ts';
import { can } from '../../../contract/capabilities.ts';

const MINUTE_MS = 60_000;

export const CUSTOMER_MESSAGES_PER_MINUTE = 20;
export const ADMIN_MESSAGES_PER_MINUTE = 60;
/** Messages of both sides together. */
export const TICKET_MESSAGES_PER_MINUTE = 30;

/** Counts a message that is being written, in the same transaction. Refuses it beyond the limits of user and ticket. */
export async function countMessage(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  actor: Pick<Actor, 'id' | 'role'>,
  ticketId: number,
): Promise<void> {
  const maxPerUser = can(actor, 'tickets.answer') ? ADMIN_MESSAGES_PER_MINUTE : CUSTOMER_MESSAGES_PER_MINUTE;
  const limits: Allowance[] = [
    { subject: `messages:user:${actor.id}`, periodMs: MINUTE_MS, maxUses: maxPerUser },
    { subject: `messages:ticket:${ticketId}`, periodMs: MINUTE_MS, maxUses: TICKET_MESSAGES_PER_MINUTE },
  ];
  for (const limit of limits) {
    const freeAt = await takeAllowance(tx, clock.now(), limit);
    if (freeAt !== null) throw tooManyMessages({ seconds: computeSecondsUntil(freeAt, clock.now()) });
  }
}
