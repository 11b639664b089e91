import * as z from 'zod/mini';
import { DeclaredUse, DtcRow } from '../../dtc-off/dtc-off.schemas.ts';
import { Id, RecordId, listOf, downloadOf } from '../../../contract/fields.schemas.ts';
import { FileDetail } from '../files.schemas.ts';
import { MOST_DTCS } from '../dtc-name.schemas.ts';
import { ConfirmedFindings, Findings } from '../findings.schemas.ts';
import { Sentence } from '../../../contract/sentence.schemas.ts';

/** A modified file that was generated from an original and waits to be attached. */
export const Proposal = z.object({
  id: RecordId,
  codes: z.array(z.string()),
  /** Codes that were switched off together with the ordered ones. */
  also_codes: z.array(z.string()),
  emission_codes: z.array(z.string()),
  file_name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  /** Findings of the comparison with the original. */
  findings: Findings,
  declared_use: z.nullable(DeclaredUse),
  /** The user who had it generated. */
  username: z.string(),
  is_attached: z.boolean(),
  created_at: z.string(),
});
export type Proposal = z.output<typeof Proposal>;

export const Order = z.object({
  /** The ordered codes found in the file, and the codes that are switched off together with them. */
  rows: listOf(DtcRow, MOST_DTCS),
  /** Codes that are ordered, in the file and on, with nothing against switching them off. */
  switchable: z.array(z.string()),
  /** Ordered codes that are not in the file. */
  missing: z.array(z.string()),
  canGenerate: z.boolean(),
  /** Why no code of the file can be switched off. */
  reason: z.nullable(Sentence),
  warnings: z.array(Sentence),
  wrongChecksums: z.array(z.string()),
  proposal: z.nullable(Proposal),
});
export type Order = z.output<typeof Order>;

const Target = z.object({ id: Id });
const OneProposal = z.object({ id: Id, proposalId: Id });

export const getOrder = {
  input: z.object({
    id: Id,
    /** Language of the descriptions. */
    language: z.optional(z.string().check(z.maxLength(16))),
    /** Lists the codes as they could be switched off once wrong checksums are corrected. */
    repair_checksums: z.optional(z.enum(['true', 'false'])),
  }),
  reply: Order,
};

export const createProposal = {
  input: z.object({
    id: Id,
    /** The use that the caller declares; required for emission codes. */
    declared_use: z.optional(z.nullable(DeclaredUse)),
    repair_checksums: z.optional(z.boolean()),
  }),
  reply: Proposal,
};

export const attachProposal = {
  input: z.object({
    id: Id,
    proposalId: Id,
    confirmed: ConfirmedFindings,
  }),
  reply: FileDetail,
};

export const downloadProposal = downloadOf(OneProposal);
export const downloadProposalProof = downloadOf(OneProposal);
export const downloadFileProof = downloadOf(Target);
export const downloadFileProofPage = downloadOf(Target);
