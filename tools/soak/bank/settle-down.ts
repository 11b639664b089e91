import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakPortal } from '../soak-portal.ts';

/** Waits until everything in transit has arrived. */
export async function settleDown(portal: SoakPortal): Promise<void> {
  const deadline = Date.now() + 600_000;
  for (;;) {
    const unsettled = await portal.db
      .selectFrom('payment_messages')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('outcome', 'is', null)
      .executeTakeFirstOrThrow();
    const unsent = await portal.db
      .selectFrom('sandbox_notices')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('delivered_at', 'is', null)
      .executeTakeFirstOrThrow();
    const waiting = unsettled.waiting + unsent.waiting;
    if (waiting === 0) return;
    if (Date.now() > deadline) throw new Error(`${waiting} notices are still on their way`);
    await sleep(500);
  }
}
