import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Id, Nothing } from '../../contract/fields.ts';

const OptionalText = z.nullable(z.string());

/** Bytes as hexadecimal text. */
const Hex = z.string().check(z.regex(/^([0-9a-f]{2})*$/));

/** A stretch that has the same length before and after the change. */
const Cell = z.object({ at: z.int(), before: Hex, after: Hex });

const ProvedFile = z.object({ file_name: z.string(), size_bytes: z.int(), sha256: Hex });

const ChecksumOnce = z.object({ state: z.enum(['ok', 'wrong', 'unknown']), cells: z.array(Hex) });

/**
 * What a proof states, with its names in this order. Offsets refer to the file in the form in which it was read, which
 * is the file itself when `form` is "as it is"; only `file_changes` always refer to the file itself.
 */
export const ProofStatement = z.object({
  format: z.literal('tunedesk-proof-1'),
  portal: z.string(),
  /** The number of the proof: 16 random hexadecimal digits. */
  reference: z.string(),
  made_at: z.string(),
  input: ProvedFile,
  output: ProvedFile,
  form: z.string(),
  control_unit: z.object({
    family: z.string(),
    maker: z.string(),
    facts: z.array(z.object({ name: z.string(), value: z.string(), at: z.int(), strength: z.string() })),
    // `because` is how the format tunedesk-proof-1 names the reason; signed statements cannot be changed.
    evidence: z.array(z.object({ points: z.number(), at: z.int(), because: z.string() })),
  }),
  table: z.object({ at: z.int(), confirmed_by: z.array(z.string()) }),
  /**
   * Cells of the checksums that were wrong in the input. They were corrected as a separate step before anything else
   * was changed; absent when there were none. The `after` values in `checksums` were written once the codes were off.
   */
  checksum_repairs: z.optional(z.array(z.object({ name: z.string(), ...Cell.shape }))),
  /** Every code that was chosen or went off with a chosen one. `state_after` was read back from the output. */
  codes: z.array(
    z.object({
      code: z.string(),
      chosen: z.boolean(),
      emission: z.boolean(),
      /** Why the emission rules apply; absent in proofs made before it was recorded. */
      emission_reason: z.optional(z.nullable(z.string())),
      entries_at: z.array(z.int()),
      state_before: z.string(),
      state_after: z.string(),
      cells: z.array(Cell),
    }),
  ),
  checksums: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['sum', 'signature']),
      ranges: z.array(z.object({ at: z.int(), end: z.int() })),
      cells_at: z.array(z.object({ at: z.int(), end: z.int() })),
      before: ChecksumOnce,
      after: ChecksumOnce,
    }),
  ),
  /** Every difference between the two files, so that either can be made from the other. */
  file_changes: z.array(Cell),
  bytes_changed: z.int(),
  /** The changed bytes that lie in no cell of a code or a checksum. */
  bytes_changed_outside: z.int(),
  declared_use: OptionalText,
  warnings: z.array(z.string()),
});
export type ProofStatement = z.output<typeof ProofStatement>;

/**
 * The delivered file is exactly `JSON.stringify(proof, null, 2)` and a line end; the signature covers
 * `JSON.stringify(proof.statement)` in UTF-8. So changing any byte of it is noticed.
 */
export const Proof = z.object({
  statement: ProofStatement,
  signature: z.object({ algorithm: z.literal('Ed25519'), public_key: Hex, value: Hex }),
});
export type Proof = z.output<typeof Proof>;

const OneGeneration = z.object({ id: Id });

export const downloadGenerated = endpoint({
  method: 'GET',
  path: '/ai/generations/:id/file',
  summary: 'Download a generated file',
  description: 'Available to its customer and to administrators, even after its session has ended.',
  who: 'signed-in',
  input: OneGeneration,
  reply: 'bytes',
});

export const downloadProof = endpoint({
  method: 'GET',
  path: '/ai/generations/:id/proof',
  summary: 'Download the proof of a generated file',
  description:
    'The changes and the evidence for them, as JSON, signed by the portal. Available even after the session has ended.',
  who: 'signed-in',
  input: OneGeneration,
  reply: 'bytes',
});

export const downloadProofPage = endpoint({
  method: 'GET',
  path: '/ai/generations/:id/proof-page',
  summary: 'Download the proof as a page',
  description: 'The proof of a generated file as a printable page.',
  who: 'signed-in',
  input: OneGeneration,
  reply: 'bytes',
});

export const getProofKey = endpoint({
  method: 'GET',
  path: '/ai/proof-key',
  summary: 'Get the public key of the proofs',
  description: 'The public key for verifying the proofs of this portal.',
  who: 'anyone',
  input: Nothing,
  reply: z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string(), fingerprint: z.string() }),
});

export const downloadDtcOffRecord = endpoint({
  method: 'GET',
  path: '/ai/record/csv',
  summary: 'Download the DTC OFF record as CSV',
  description: 'Every generated file with its declared use, for the operator.',
  who: 'dtc-off.read-record',
  input: Nothing,
  reply: 'bytes',
});
