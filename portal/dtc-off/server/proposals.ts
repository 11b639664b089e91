import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { stored } from '../../../server/ecu/ecu-work.ts';
import type { ChecksumRepair, FileAnalysis } from '../../../server/ecu/analyse-file.ts';
import type { SwitchedOffEvidence } from '../../../server/ecu/switch-off-with-evidence.ts';
import type { Actor, Deps, Download, Upload } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { requireRoom } from '../../../server/storage/disk-space.ts';
import { findCountriesInForce } from '../../accounts/server/country-changes.ts';
import type { Findings } from '../../files/files.contract.ts';
import type { Original } from '../../files/server/files.ts';
import type { DeclaredUse } from '../dtc-off.contract.ts';
import { nothingToSwitch, notGenerated } from '../dtc-off.errors.ts';
import { selectionRefusal } from '../dtc-off.rules.ts';
import { matchReport } from '../dtc-table.rules.ts';
import { downloadOf, makeProvedBytes } from './downloads.ts';
import { codesOf, reasonsIn, refuseUnexpected } from './generate.ts';
import { lockRows } from './locked-rows.ts';
import { writeProof } from './proof.ts';
import { selectProofOfNewest, selectProposalBytes, selectProposals } from './proposals.queries.ts';
import { eligibilityOf, repairOf, requireDone } from './sessions.ts';

const CODE = /^[PCBU][0-3][0-9A-F]{3}$/;

/** An ordered code as a report names one: by itself, or by the number of its maker. */
const reported = (code: string) =>
  CODE.test(code) ? { code, number: null, asWritten: code } : { code: null, number: code, asWritten: code };

/** What of an order is in its file, by the rules that hold for the customer. */
export async function readOrder(
  deps: Deps,
  actor: Actor,
  original: Original,
  wish: { repair_checksums?: boolean | undefined } = {},
) {
  const request = { bytes: stored(original.file_key) };
  const analysis: FileAnalysis = requireDone(deps, await deps.ecu.run('analyse', request, { user: actor.id }));
  const repair: ChecksumRepair | null = repairOf({ analysis }, wish);
  // Neither a payment nor an end belongs to an order.
  const { canGenerate, reason, warnings, wrongChecksums } = eligibilityOf(
    { analysis, charged_at: null, expires_at: '' },
    repair,
  );
  const countries = await findCountriesInForce(deps, original.user_id);
  const rows = lockRows({ rows: analysis.rows, obstacle: reason }, deps.config.dtcBlocked, countries);
  const found = matchReport(rows, original.ordered_dtcs.map(reported));
  return { analysis, repair, canGenerate, reason, warnings, wrongChecksums, countries, rows, found };
}

interface ProposalWish {
  declared_use?: DeclaredUse | null | undefined;
  repair_checksums?: boolean | undefined;
  /** Compares the made bytes with the original, and lets go of them. */
  compare: (upload: Upload) => Promise<Findings>;
}

/**
 * Switches the ordered codes of a file off, with every check that a file of DTC OFF passes, and records the result with
 * its proof. The bytes are not stored: they are made of the original again, and compared with what was proved. Returns
 * the hash of what was asked for, by which the proposal is found.
 */
export async function makeProposal(deps: Deps, actor: Actor, original: Original, wish: ProposalWish): Promise<string> {
  const { rows, found, countries, canGenerate, reason, repair } = await readOrder(deps, actor, original, wish);
  const declaredUse = wish.declared_use ?? null;
  const codes = found.chosen.toSorted();
  if (canGenerate && codes.length === 0) throw nothingToSwitch();
  const no = selectionRefusal({ canGenerate, reason }, rows, { chosen: codes, hasDeclared: declaredUse !== null });
  if (no) throw no;
  const selection = createHash('sha256')
    .update(JSON.stringify([codes, declaredUse, repair !== null]))
    .digest('hex');
  const earlier = await selectProposals(deps.db, original.id).select('selection_sha256').execute();
  if (earlier.some(({ selection_sha256 }) => selection_sha256 === selection)) return selection;
  await requireRoom(deps.storage.space);
  const evidence = await switchOff(deps, actor, original, { codes, repairChecksums: repair !== null });
  refuseUnexpected(evidence, rows, declaredUse);
  const reasonOf = reasonsIn(rows);
  const reference = randomBytes(8).toString('hex');
  const { fileName, proof } = writeProof(deps, {
    reference,
    madeAt: deps.clock.now(),
    fileName: original.file_name,
    evidence,
    serial: earlier.length + 1,
    declaredUse,
    reasonOf,
  });
  const made = { file_name: fileName, file_key: original.file_key, file_sha256: evidence.output.sha256, proof };
  const findings = await wish.compare(await receive(deps, made));
  await deps.db
    .insertInto('file_proposals')
    .values({
      file_id: original.id,
      user_id: actor.id,
      reference,
      selection_sha256: selection,
      ...codesOf({ codes, evidence }, reasonOf),
      original_sha256: original.file_sha256,
      file_name: fileName,
      file_size_bytes: evidence.output.size_bytes,
      file_sha256: evidence.output.sha256,
      findings: JSON.stringify(findings),
      proof,
      declared_use: declaredUse,
      country: countries.join(', '),
      request_id: actor.requestId,
    })
    .onConflict((conflict) => conflict.columns(['file_id', 'selection_sha256']).doNothing())
    .execute();
  return selection;
}

async function switchOff(
  deps: Deps,
  actor: Actor,
  original: Original,
  work: { codes: string[]; repairChecksums: boolean },
): Promise<SwitchedOffEvidence> {
  const request = { bytes: stored(original.file_key), ...work };
  const made = requireDone(deps, await deps.ecu.run('switchOff', request, { user: actor.id }));
  if (made.outcome === 'refused') throw notGenerated({ reason: made.reason });
  if (made.input.sha256 !== original.file_sha256) throw new Error(`file ${original.id}: its bytes are other bytes`);
  return made;
}

type Made = Parameters<typeof makeProvedBytes>[1] & { file_name: string };

/** The proved bytes as an upload that waits to be made permanent. */
async function receive({ storage }: Deps, made: Made): Promise<Upload> {
  const bytes = await makeProvedBytes(storage, made);
  return { ...(await storage.receive(Readable.from([bytes]))), fileName: made.file_name };
}

async function getProposalBytes(deps: Deps, place: { fileId: number; id: number }): Promise<Made> {
  const found = await selectProposalBytes(deps.db, place).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** The bytes of a proposal on their way to be attached. */
export const receiveProposal = async (deps: Deps, place: { fileId: number; id: number }): Promise<Upload> =>
  receive(deps, await getProposalBytes(deps, place));

export async function downloadProposal(deps: Deps, place: { fileId: number; id: number }): Promise<Download> {
  const made = await getProposalBytes(deps, place);
  return downloadOf(await makeProvedBytes(deps.storage, made), made.file_name);
}

export const getProposalProof = getProposalBytes;

/** The newest proposal of a file, or the one for a selection. */
export const findProposal = ({ db }: Pick<Deps, 'db'>, fileId: number, selection?: string) =>
  selectProposals(db, fileId)
    .$if(selection !== undefined, (query) => query.where('selection_sha256', '=', selection ?? ''))
    .limit(1)
    .executeTakeFirst();

/** The proof of the newest modified version; null where that was made by other means. */
export const findProofOfNewest = async ({ db }: Pick<Deps, 'db'>, fileId: number) =>
  (await selectProofOfNewest(db, fileId).executeTakeFirst()) ?? null;
