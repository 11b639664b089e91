import { waitUntil } from '../../wait-until.ts';
import type { SoakPortal } from '../soak-portal.ts';

/** Waits until everything in transit has arrived. */
export async function settleDown(portal: SoakPortal): Promise<void> {
  const count = async (table: 'payment_messages' | 'sandbox_notices', still: 'outcome' | 'delivered_at') => {
    const query = portal.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('waiting'));
    const { waiting } = await query.where(still as never, 'is', null).executeTakeFirstOrThrow();
    return waiting;
  };
  const isSettled = async () =>
    (await count('payment_messages', 'outcome')) + (await count('sandbox_notices', 'delivered_at')) === 0;
  await waitUntil('no notice is on its way', isSettled, { timeoutMs: 600_000, everyMs: 500 });
}
