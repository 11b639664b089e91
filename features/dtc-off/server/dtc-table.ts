import type { ChecksumRepair } from '../../files/analysis/server/analyse-file.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { findCountriesInForce } from '../../accounts/server/country-changes.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { sentence } from '../../../contract/refusal.ts';
import type * as contract from '../dtc-off.calls.ts';
import type { DtcTable } from '../dtc-session.ts';
import { chooseModel } from './choose-model.ts';
import { describeRows } from './describe-rows.ts';
import { toEcuInfo } from './ecu-info.ts';
import { familiesOfModel, findModel } from './ecu-models.ts';
import { lockRows, type LockedRow } from './locked-rows.ts';
import { getSession, checkEligibility, chooseRepair, type FullSession } from './sessions.ts';

/** Returns the codes of a session's file; if the call names another model of the list, reads it as that one first. */
export async function getDtcs(
  deps: Deps,
  actor: Actor,
  { file_name, ecu_id, language, ...options }: InputOf<typeof contract.getDtcs>,
): Promise<DtcTable> {
  let session = await getSession(deps, actor, file_name);
  if (!isOfModel(session, ecu_id)) {
    if (findModel(ecu_id) === undefined) {
      return {
        dtcTable: [],
        ...checkEligibility(session),
        canGenerate: false,
        reason: sentence('errors.dtc-off.other_model'),
      };
    }
    await chooseModel(deps, actor, { file_name, ecu_id });
    session = await getSession(deps, actor, file_name);
  }
  const repair = chooseRepair(session, options);
  const { rows } = await listRows(deps, actor, session, repair);
  const dtcTable = await describeRows(deps.db, session.analysis, rows, language);
  return { dtcTable, ...checkEligibility(session, repair) };
}

/** Returns whether a call names what was chosen or recognised, or a model that is read in the same way. */
export function isOfModel({ analysis, chosen, file_size_bytes }: FullSession, ecuId: string): boolean {
  if (ecuId === chosen?.model.ecuValue) return true;
  if (analysis.family === null) return false;
  return ecuId === toEcuInfo(analysis, file_size_bytes).ecuId || familiesOfModel(ecuId).includes(analysis.family.id);
}

/** Returns the rows as this customer may choose them now, by the rules of every country that applies to the account. */
export async function listRows(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  session: FullSession,
  repair: ChecksumRepair | null,
): Promise<{ rows: LockedRow[]; countries: string[] }> {
  const countries = await findCountriesInForce(deps, actor.id);
  const { reason: obstacle } = checkEligibility(session, repair);
  return { rows: lockRows({ rows: session.rows, obstacle }, deps.config.dtcBlocked, countries), countries };
}
