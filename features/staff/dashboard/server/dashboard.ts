import type { Actor, Deps } from '../../../../server/http/call.ts';
import { toOwner, type Viewer } from '../../../../contract/capabilities.ts';
import { getVisibleUserId } from '../../../accounts/server/accounts.ts';
import { countFiles } from '../../../files/server/waiting-files.ts';
import { listOpenFiles } from '../../../files/server/files.ts';
import { listOpenTickets } from '../../../tickets/server/tickets.ts';
import type { Dashboard } from '../dashboard.calls.ts';

/** The counts of all customers and what is waiting. */
export async function getDashboard({ db }: Pick<Deps, 'db'>, viewer: Viewer, count?: 'exact'): Promise<Dashboard> {
  const [counts, files, tickets] = await Promise.all([
    countFiles(db, viewer, { isExact: count === 'exact' }),
    listOpenFiles(db, viewer),
    listOpenTickets(db, viewer),
  ]);
  return { ...counts, files, tickets };
}

/** The dashboard of one customer, as that customer sees it; for the customer and for administrators. */
export async function getUserDashboard(
  deps: Deps,
  actor: Actor,
  { userId, count }: { userId: number; count?: 'exact' | undefined },
): Promise<Dashboard> {
  const owner = await getVisibleUserId(deps, actor, userId);
  return getDashboard(deps, toOwner({ id: owner }), count);
}
