import type { Actor, Deps } from '../../../../server/http/call.ts';
import { findUsers } from '../../../accounts/server/users.ts';
import { findFiles } from '../../../files/server/find-files.ts';
import type { SearchResults } from '../search.calls.ts';
import { can } from '../../../../contract/capabilities.ts';

const OF_EACH = 6;

/** Searches accounts and files. Customers find only their own files, and no accounts. */
export async function search({ db }: Pick<Deps, 'db'>, actor: Actor, text: string): Promise<SearchResults> {
  const [users, files] = await Promise.all([
    can(actor, 'users.read-all') ? findUsers(db, text, OF_EACH) : [],
    findFiles(db, actor, { text, limit: OF_EACH }),
  ]);
  return { users, files };
}
