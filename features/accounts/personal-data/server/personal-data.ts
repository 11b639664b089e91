import type { Actor, Deps, Download } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../personal-data.calls.ts';
import { countUserFiles, eraseUser } from './erase-user.ts';
import { exportUser } from './export-user.ts';
import { byAdministrator } from './performer.ts';

type FromPage<Input> = Input & { client: Client };

export async function downloadPersonalData(
  deps: Deps,
  actor: Actor,
  { id, client }: FromPage<InputOf<typeof contract.downloadPersonalData>>,
): Promise<Download> {
  return {
    stream: await exportUser(deps, id, byAdministrator(actor, client)),
    sizeBytes: null,
    fileName: `personal-data-${id}-${deps.clock.now().toISOString().slice(0, 10)}.zip`,
  };
}

/** A repeated call, such as after a lost response, gets the reply of the first one. */
export async function eraseUserForGood(
  deps: Deps,
  actor: Actor,
  { id, client, ...confirmed }: FromPage<InputOf<typeof contract.eraseUser>>,
): Promise<ReplyOf<typeof contract.eraseUser>> {
  try {
    const { username, files } = await eraseUser(deps, id, byAdministrator(actor, client), confirmed);
    return { username, files };
  } catch (error) {
    const erased = await findErased(deps.db, id);
    if (erased) return erased;
    throw error;
  }
}

async function findErased(db: Deps['db'], id: number) {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  return user && { username: user.username, files: await countUserFiles(db, id) };
}
