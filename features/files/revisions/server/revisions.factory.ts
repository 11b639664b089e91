import type { Deps } from '../../../../server/http/call.ts';
import { buildPaidFile } from '../../../../server/testing/stories.ts';

type Built = Parameters<typeof buildPaidFile>[1] & { deliveredDaysAgo?: number };

/** Builds a paid file that its owner has downloaded. */
export async function buildDeliveredFile(deps: Deps, { deliveredDaysAgo = 0, ...fields }: Built = {}) {
  const file = await buildPaidFile(deps, fields);
  const delivered_at = new Date(deps.clock.now().getTime() - deliveredDaysAgo * 86_400_000);
  await deps.db.updateTable('files').set({ delivered_at }).where('id', '=', file.id).execute();
  await deps.db
    .updateTable('file_history')
    .set({ delivered_at })
    .where('file_id', '=', file.id)
    .where('kind', '=', 'MODIFIED')
    .execute();
  return file;
}

/** Builds a delivered file whose owner waits for a requested change. */
export async function buildRevision(
  deps: Deps,
  { reason = 'Idle is rough since.', ...fields }: Built & { reason?: string } = {},
) {
  const file = await buildDeliveredFile(deps, fields);
  await deps.db.updateTable('files').set({ revision_since: new Date() }).where('id', '=', file.id).execute();
  await deps.db.insertInto('file_revisions').values({ file_id: file.id, reason, user_id: file.user_id }).execute();
  return file;
}
