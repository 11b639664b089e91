import type { Actor, Deps, Download } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { can } from '../../../../contract/capabilities.ts';
import { affectedRows } from '../../../dtc-off/dtc-off.rules.ts';
import { describeRows } from '../../../dtc-off/server/describe-rows.ts';
import { proofDownload, proofPageDownload } from '../../../dtc-off/server/downloads.ts';
import {
  findProofOfNewest,
  findProposal,
  getProposalProof,
  downloadProposal as downloadProposedFile,
  makeProposal,
  readOrder,
  receiveProposal,
} from '../../../dtc-off/server/proposals.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { FileDetail } from '../../file.ts';
import type * as contract from '../proposals.calls.ts';
import type { Order, Proposal } from '../proposals.calls.ts';
import { customerDownloadRefusal } from '../../files.rules.ts';
import { getFile, getOriginal } from '../../server/files.ts';
import { uploadModifiedRefusal } from '../../review/review.rules.ts';
import { uploadModified } from '../../review/server/feasibility.ts';
import { compareWithOriginal } from '../../review/server/findings.ts';

/** Returns the state of the ordered codes in a file, and the proposal made from it. */
export async function getOrder(
  deps: Deps,
  actor: Actor,
  { id, language, repair_checksums }: InputOf<typeof contract.getOrder>,
): Promise<Order> {
  const original = await getOriginal(deps.db, actor, id);
  const order = await readOrder(deps, actor, original, { repair_checksums: repair_checksums === 'true' });
  const { analysis, rows, found, canGenerate, reason, warnings, wrongChecksums } = order;
  const named = affectedRows(rows, [...found.chosen, ...found.locked]);
  const proposal = await findProposal(deps, id);
  return {
    rows: await describeRows(deps.db, analysis, named, language),
    switchable: found.chosen,
    missing: found.missing,
    canGenerate,
    reason,
    warnings,
    wrongChecksums,
    proposal: (proposal as Proposal | undefined) ?? null,
  };
}

/** Creates a proposal; only for a file to which a modified file may be attached now. */
export async function createProposal(
  deps: Deps,
  actor: Actor,
  { id, ...wish }: InputOf<typeof contract.createProposal>,
): Promise<Proposal> {
  const { file } = await getFile(deps.db, actor, id);
  const no = uploadModifiedRefusal(file);
  if (no) throw no;
  const original = await getOriginal(deps.db, actor, id);
  const selection = await makeProposal(deps, actor, original, {
    ...wish,
    compare: (upload) => compareWithOriginal(deps, actor, { id, upload }),
  });
  const proposal = await findProposal(deps, id, selection);
  if (!proposal) throw new Error(`file ${id} has no proposal after one was made`);
  return proposal as Proposal;
}

/**
 * Attaches a proposal with the same statement as any modified file, and so with the same mails, states and audit
 * entries.
 */
export async function attachProposal(
  deps: Deps,
  actor: Actor,
  { id, proposalId, confirmed = [] }: InputOf<typeof contract.attachProposal>,
): Promise<FileDetail> {
  const original = await getOriginal(deps.db, actor, id);
  const upload = await receiveProposal(deps, actor, original, proposalId);
  return uploadModified(deps, actor, { id, fileId: undefined, upload, confirmed, proposalId });
}

type OneProposal = InputOf<typeof contract.downloadProposal>;

export async function downloadProposal(deps: Deps, actor: Actor, { id, proposalId }: OneProposal): Promise<Download> {
  await getOriginal(deps.db, actor, id);
  return downloadProposedFile(deps, { fileId: id, id: proposalId });
}

export async function downloadProposalProof(
  deps: Deps,
  actor: Actor,
  { id, proposalId }: OneProposal,
): Promise<Download> {
  await getOriginal(deps.db, actor, id);
  return proofDownload(await getProposalProof(deps, { fileId: id, id: proposalId }));
}

export const downloadFileProof = async (deps: Deps, actor: Actor, id: number): Promise<Download> =>
  proofDownload(await getProofOfNewest(deps, actor, id));

export const downloadFileProofPage = async (deps: Deps, actor: Actor, id: number): Promise<Download> =>
  proofPageDownload(deps, actor, await getProofOfNewest(deps, actor, id));

/** A proof lists every change, so a customer gets it only once the file itself may be downloaded. */
async function getProofOfNewest(deps: Deps, actor: Actor, id: number) {
  const { file } = await getFile(deps.db, actor, id);
  const no = can(actor, 'files.attach-modified') ? null : customerDownloadRefusal(file);
  if (no) throw no;
  const found = await findProofOfNewest(deps, file.id);
  if (found === null) throw notFound();
  return found;
}
