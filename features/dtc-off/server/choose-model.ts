import { toStoredObject } from '../../files/analysis/server/ecu-work.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { AiUpload } from '../dtc-session.ts';
import { expired, unknownModel } from '../dtc-off.rules.ts';
import { toEcuInfo, type ChosenModel } from './ecu-info.ts';
import { familiesOfModel, findModel } from './ecu-models.ts';
import { selectLiveSessions } from './sessions.queries.ts';
import { getSession, requireDone, uploadOf, type FullSession } from './sessions.ts';

interface Choice {
  file_name: string;
  /** Null, or what the file is recognised as: undoes the choice. */
  ecu_id: string | null;
  man?: string | undefined;
}

/** Reads a session's stored bytes as a model from the list, in a thread; stores choice and result in the session. */
export async function chooseModel(deps: Deps, actor: Actor, { file_name, ecu_id, man }: Choice): Promise<AiUpload> {
  const session = await getSession(deps, actor, file_name);
  const own = toEcuInfo(session.recognised, session.file_size_bytes);
  const isOwn = ecu_id === null || (ecu_id === own.ecuId && man === undefined);
  const chosen = isOwn ? null : await readAsModel(deps, actor, session, { ecuId: ecu_id, man });
  const { db, clock } = deps;
  const { numUpdatedRows } = await db.transaction().execute((tx) =>
    tx
      .updateTable('ai_sessions')
      .set({ chosen: chosen === null ? null : JSON.stringify(chosen) })
      .where('id', 'in', selectLiveSessions(tx, actor, clock.now()).select('id').where('id', '=', session.id))
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw expired();
  return uploadOf(await getSession(deps, actor, file_name));
}

async function readAsModel(
  deps: Deps,
  actor: Actor,
  { file_key }: FullSession,
  { ecuId, man }: { ecuId: string; man: string | undefined },
): Promise<ChosenModel> {
  const found = findModel(ecuId, man);
  if (found === undefined) throw unknownModel();
  const request = { bytes: toStoredObject(file_key), familyIds: familiesOfModel(ecuId) };
  const read = requireDone(deps, await deps.ecu.run('readAs', request, { user: actor.id }));
  const { passRate: _measured, ...model } = found;
  return { model, ...read };
}
