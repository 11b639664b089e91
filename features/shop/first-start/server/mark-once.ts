import type { Actor, Deps } from '../../../../server/http/call.ts';
import { recordChange, type RecordedChange } from '../../../staff/audit/server/audit.ts';

type Mark = 'dismissed_at' | 'backup_requested_at';

type FromTo = Pick<RecordedChange, 'from' | 'to'> & { name: string };

/**
 * Sets a time that is not set yet, with its entry in the audit list; a time already set stays, without another entry.
 */
export async function markOnce(
  { db, clock }: Deps,
  actor: Actor,
  mark: Mark,
  { name, from, to }: FromTo,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('first_start')
      .set({ [mark]: clock.now() })
      .where(mark, 'is', null)
      .returning('only_one')
      .executeTakeFirst();
    if (marked === undefined) return;
    const subject = { kind: 'CONFIGURATION', name } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from, to });
  });
}
