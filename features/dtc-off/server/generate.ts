import { createHash, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { toStoredObject } from '../../files/analysis/server/ecu-work.ts';
import type { SwitchedOffEvidence } from '../../files/analysis/server/switch-off-with-evidence.ts';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { requireFreeSpace } from '../../../server/storage/disk-space.ts';
import { canPayDtcOff } from '../../credits/server/dtc-off-charge.ts';
import { can } from '../../../contract/capabilities.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { sentence } from '../../../contract/refusal.ts';
import { DTC_OFF_CREDITS, type switchDtcsOff as call } from '../dtc-off.calls.ts';
import type { DeclaredUse } from '../dtc-session.ts';
import {
  expired,
  notEnoughCredits,
  notGenerated,
  otherModel,
  selectionRefusal,
  splitSelection,
} from '../dtc-off.rules.ts';
import { downloadGenerated } from './downloads.ts';
import { isOfModel, listRows } from './dtc-table.ts';
import type { LockedRow } from './locked-rows.ts';
import { countGenerations, selectSameGeneration } from './generations.queries.ts';
import { noteUse } from './sessions.ts';
import { writeProof } from './proof.ts';
import { settleSession } from './settle-session.ts';
import { getSession, checkEligibility, chooseRepair, requireDone, type FullSession } from './sessions.ts';

export type SwitchOffRequest = InputOf<typeof call>;

/**
 * Generates a file: checks rules and funds, does the work in a thread, then charges and records it in one transaction,
 * then sends the bytes. An interruption leaves neither money without a file nor a file without money: before the commit
 * nothing exists, and after it the file can be downloaded, or generated again, free of charge.
 */
export async function switchDtcsOff(deps: Deps, actor: Actor, wish: SwitchOffRequest): Promise<Download> {
  const session = await getSession(deps, actor, wish.file_name);
  const isFree = can(actor, 'dtc-off.use-free');
  // A free session of a former member of staff.
  if (session.is_free && !isFree) throw expired();
  const repair = chooseRepair(session, wish);
  const { rows, countries } = await listRows(deps, actor, session, repair);
  if (!isOfModel(session, wish.ecu_id)) throw otherModel();
  const codes = splitSelection(wish.dtcs).sort();
  const declaredUse = wish.declared_use ?? null;
  const no = selectionRefusal(checkEligibility(session, repair), rows, {
    chosen: codes,
    hasDeclared: declaredUse !== null,
  });
  if (no) throw no;
  const isPaid = session.charged_at !== null;
  deps.log.info({ session: session.id, isFirstDeclared: wish.is_first, isPaid }, 'a file is asked for');
  if (!isPaid && !isFree && !(await canPayDtcOff(deps.db, actor.id, DTC_OFF_CREDITS))) throw notEnoughCredits();
  const selection = hashSelection(session, codes);
  const request = { sessionId: session.id, selection, declaredUse };
  const same = isPaid ? await selectSameGeneration(deps.db, request).executeTakeFirst() : undefined;
  if (same) return downloadGenerated(deps, actor, same.id);

  // Checked before any money moves, because the result has to be stored.
  await requireFreeSpace(deps.storage.space);
  const evidence = await makeFile(deps, actor, session, { codes, repairChecksums: repair !== null });
  refuseUnexpected(evidence, rows, declaredUse);
  const made = { codes, selection, evidence, declaredUse, rows, countries, isFirstDeclared: wish.is_first ?? null };
  const id = await deps.db.transaction().execute((tx) => record(tx, deps, actor, { session, made }));
  return downloadGenerated(deps, actor, id);
}

async function makeFile(
  deps: Deps,
  actor: Actor,
  session: FullSession,
  work: { codes: string[]; repairChecksums: boolean },
): Promise<SwitchedOffEvidence> {
  const familyIds = chosenFamilies(session);
  const request = { bytes: toStoredObject(session.file_key), ...work, familyIds };
  const made = requireDone(deps, await deps.ecu.run('switchOff', request, { user: actor.id }));
  if (made.outcome === 'refused') throw notGenerated({ reason: made.reason });
  if (made.input.sha256 !== session.file_sha256) throw new Error(`session ${session.id}: its bytes are other bytes`);
  return made;
}

/** Returns the family as which the customer chose to have the file read; undefined: as what it is recognised as. */
const chosenFamilies = ({ chosen, analysis }: FullSession) =>
  chosen !== null && analysis.family !== null ? [analysis.family.id] : undefined;

/** The same codes, with the file read as another control unit, make a different file. */
function hashSelection(session: FullSession, codes: readonly string[]): string {
  const { analysis, recognised } = session;
  const readAs = analysis.family?.id === recognised.family?.id ? '' : `${analysis.family?.id}:`;
  return createHash('sha256')
    .update(`${readAs}${codes.join(';')}`)
    .digest('hex');
}

/**
 * Checks once more what went off together with the chosen codes: the table had to announce it, and this is read from
 * the generated file itself.
 */
export function refuseUnexpected(
  evidence: SwitchedOffEvidence,
  rows: readonly LockedRow[],
  declaredUse: DeclaredUse | null,
): void {
  const rowByCode = new Map(rows.map((row) => [row.dtc, row]));
  const unexpected = evidence.codes.find(({ code }) => {
    const row = rowByCode.get(code);
    return row === undefined || row.locked !== null || (row.emission_reason !== null && declaredUse === null);
  });
  if (unexpected) throw notGenerated({ reason: sentence('errors.dtc-off.unexpected_code', { code: unexpected.code }) });
}

interface Made {
  codes: string[];
  selection: string;
  evidence: SwitchedOffEvidence;
  declaredUse: DeclaredUse | null;
  rows: readonly LockedRow[];
  countries: readonly string[];
  isFirstDeclared: boolean | null;
}

/** Writes charge, declaration and record, or none of them. The session's row is locked from the first statement on. */
async function record(
  tx: Transaction<Schema>,
  deps: Deps,
  actor: Actor,
  { session, made }: { session: FullSession; made: Made },
): Promise<number> {
  const now = deps.clock.now();
  const held = await holdSession(tx, session, { now, declaredUse: made.declaredUse });
  if (!held) throw expired();
  const isCharged = held.charged_at === null && (await settleSession(tx, actor, session, now));
  const findReason = reasonsIn(made.rows);
  const earlier = await countGenerations(tx, session.id);
  const reference = randomBytes(8).toString('hex');
  const { fileName, proof } = writeProof(deps, {
    reference,
    madeAt: now,
    fileName: session.file_name,
    evidence: made.evidence,
    serial: earlier + 1,
    declaredUse: made.declaredUse,
    findReason,
  });
  const inserted = await tx
    .insertInto('ai_generations')
    .values({
      session_id: session.id,
      user_id: actor.id,
      person_id: actor.colleague?.id ?? null,
      reference,
      selection_sha256: made.selection,
      ...listCodes(made, findReason),
      file_name: fileName,
      file_sha256: made.evidence.output.sha256,
      proof,
      declared_use: made.declaredUse,
      // Two countries while a change of country is pending.
      country: made.countries.join(', '),
      is_first_said: made.isFirstDeclared,
      is_charged: isCharged,
      request_id: actor.requestId,
    })
    .onConflict((conflict) => conflict.columns(['session_id', 'selection_sha256', 'declared_use']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) {
    await noteUse(tx, 'GENERATED');
    return inserted.id;
  }
  const same = { sessionId: session.id, selection: made.selection, declaredUse: made.declaredUse };
  return (await selectSameGeneration(tx, same).executeTakeFirstOrThrow()).id;
}

type FindReason = (code: string) => LockedRow['emission_reason'];

export function reasonsIn(rows: readonly LockedRow[]): FindReason {
  const reasons = new Map(rows.map(({ dtc, emission_reason }) => [dtc, emission_reason]));
  return (code) => reasons.get(code) ?? null;
}

/** Lists the chosen codes, those that went off with them, and the emission-related ones among all of these. */
export const listCodes = ({ codes, evidence }: Pick<Made, 'codes' | 'evidence'>, findReason: FindReason) => ({
  codes,
  also_codes: evidence.codes
    .filter(({ chosen, state_after }) => !chosen && state_after === 'off')
    .map(({ code }) => code),
  emission_codes: evidence.codes.map(({ code }) => code).filter((code) => findReason(code) !== null),
});

const holdSession = (
  db: Database,
  { id }: FullSession,
  { now, declaredUse }: { now: Date; declaredUse: DeclaredUse | null },
) =>
  db
    .updateTable('ai_sessions')
    .set({
      declared_use: sql`coalesce(${declaredUse}::text, declared_use)`,
      declared_at: sql`case when ${declaredUse}::text is null then declared_at else ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('file_key', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .returning('charged_at')
    .executeTakeFirst();
