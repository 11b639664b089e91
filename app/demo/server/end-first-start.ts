import type { Deps } from '../../../server/http/call.ts';

/** The demo shop has decided: it uses no service of others. */
export async function endFirstStart({ db, clock }: Deps): Promise<void> {
  const uses = { google_use: 'NOT_USED', gain_use: 'NOT_USED', social_use: 'NOT_USED', chat_use: 'NOT_USED' } as const;
  await db.updateTable('application_configuration').set(uses).execute();
  await db.updateTable('first_start').set({ dismissed_at: clock.now() }).execute();
}
