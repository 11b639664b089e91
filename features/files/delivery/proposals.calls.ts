import * as z from 'zod/mini';
import { endpoint, LONG_WORK_SECONDS } from '../../../contract/endpoint.ts';
import { Id, RecordId, boundedList } from '../../../contract/fields.ts';
import { Sentence } from '../../../contract/sentence.ts';
import { BUSY_ERRORS } from '../../dtc-off/dtc-off.calls.ts';
import { DeclaredUse, DtcRow } from '../../dtc-off/dtc-session.ts';
import { MAX_DTCS } from '../dtc-name.ts';
import { FileDetail } from '../file.ts';
import { ConfirmedFindings, Findings } from '../findings.ts';
import { ATTACHING_ERRORS } from '../review/review.calls.ts';

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
  rows: boundedList(DtcRow, MAX_DTCS),
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

export const getOrder = endpoint({
  method: 'GET',
  path: '/files/:id/ordered-dtcs',
  summary: 'Get the ordered codes of a file',
  description:
    'Shows which of the ordered trouble codes are in the file and which can be switched off under the rules for its customer, or why not, together with the newest proposal.',
  who: 'files.attach-modified',
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({
    id: Id,
    /** Language of the descriptions. */
    language: z.optional(z.string().check(z.maxLength(16))),
    /** Lists the codes as they could be switched off once wrong checksums are corrected. */
    repair_checksums: z.optional(z.enum(['true', 'false'])),
  }),
  reply: Order,
  errors: BUSY_ERRORS,
});

export const createProposal = endpoint({
  method: 'POST',
  path: '/files/:id/proposals',
  summary: 'Switch the ordered codes off',
  description:
    'Generates a modified file with its proof from the original and compares both. The result is a proposal and is not attached yet. Repeating the call returns the same proposal.',
  who: 'files.attach-modified',
  status: 201,
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({
    id: Id,
    /** The use that the caller declares; required for emission codes. */
    declared_use: z.optional(z.nullable(DeclaredUse)),
    repair_checksums: z.optional(z.boolean()),
  }),
  reply: Proposal,
  errors: [
    'dtc-off.blocked',
    'dtc-off.cannot_generate',
    'dtc-off.declaration_missing',
    'dtc-off.not_generated',
    'dtc-off.nothing_to_switch',
    ...BUSY_ERRORS,
    'files.closed',
    'files.not_possible_modified',
    'storage.no_room',
  ],
});

export const attachProposal = endpoint({
  method: 'POST',
  path: '/files/:id/proposals/:proposalId/attach',
  summary: 'Attach a proposal',
  description:
    'Attaches it like any modified file: it is compared with the original again, and warnings must be confirmed.',
  who: 'files.attach-modified',
  timeoutSeconds: LONG_WORK_SECONDS,
  input: z.object({
    id: Id,
    proposalId: Id,
    confirmed: ConfirmedFindings,
  }),
  reply: FileDetail,
  errors: ['dtc-off.blocked', ...ATTACHING_ERRORS, ...BUSY_ERRORS, 'not_found'],
});

export const downloadProposal = endpoint({
  method: 'GET',
  path: '/files/:id/proposals/:proposalId/file',
  summary: 'Download a proposed file',
  description: 'The proposed file before it is attached. For administrators.',
  who: 'files.attach-modified',
  input: OneProposal,
  reply: 'bytes',
});

export const downloadProposalProof = endpoint({
  method: 'GET',
  path: '/files/:id/proposals/:proposalId/proof',
  summary: 'Download the proof of a proposal',
  description: 'The changes and the evidence for them, as JSON, signed by the portal.',
  who: 'files.attach-modified',
  input: OneProposal,
  reply: 'bytes',
});

export const downloadFileProof = endpoint({
  method: 'GET',
  path: '/files/:id/proof',
  summary: 'Download the proof of the modified file',
  description:
    'The proof of the newest modified version as JSON, if DTC OFF generated that version. Available to customers after payment, like the version itself.',
  who: 'signed-in',
  input: Target,
  reply: 'bytes',
  errors: ['files.modified_unavailable'],
});

export const downloadFileProofPage = endpoint({
  method: 'GET',
  path: '/files/:id/proof-page',
  summary: 'Download the proof of the modified file as a page',
  description: 'The same proof as a printable page.',
  who: 'signed-in',
  input: Target,
  reply: 'bytes',
  errors: ['files.modified_unavailable'],
});
