import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { Weakness } from '../../server/database/access.ts';
import type { Deps } from '../../server/http/call.ts';

/** At a start: notifies the operator, on the terminal and the dashboard, while the server's role owns the tables. */
export async function noticeWeakRole(
  { db }: Pick<Deps, 'db'>,
  weakness: Weakness | null,
  log: (line: string) => void,
): Promise<void> {
  if (weakness === null) return clearNotice(db, 'database.weak_role');
  log(`WARNING: ${weakness.sentence} To end that:`);
  for (const step of weakness.remedy) log(`  ${step}`);
  const { role, serverRole } = weakness;
  await raiseNotice(db, { kind: 'database.weak_role', details: { role, server_role: serverRole } });
}
