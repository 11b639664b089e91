import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id } from '../../../contract/fields.ts';
import { Sentence } from '../../../contract/sentence.ts';
import { FACT_NAMES } from '../../../ecu/fact-names.ts';

/** Reasons why nothing could be read from a file. */
export const FAILURES = ['ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW'] as const;

/** At most this many of the codes that are off are named; all of them are counted. */
export const MAX_NAMED_CODES = 200;

/** An offset in the file as it was read; `form` names how it was read. */
const Offset = z.int();

/** `strong`: read from the structure; `medium`: a text that looks right; `implied`: follows from another value. */
const IdentifiedFact = z.object({
  name: z.enum(FACT_NAMES),
  value: z.string(),
  at: Offset,
  strength: z.enum(['strong', 'medium', 'implied']),
  /** The part of the control unit it was written for, where the file has several values. */
  place: z.nullable(z.enum(['hardware', 'boot', 'program', 'dataset'])),
});

const IdentifiedChecksum = z.object({
  name: z.string(),
  kind: z.enum(['sum', 'signature']),
  /** `unknown`: the checksum exists, but its algorithm is not published. */
  state: z.enum(['ok', 'wrong', 'unknown']),
  at: z.nullable(Offset),
});

/** The DTC table: how many codes are in which state, and which are off. */
const IdentifiedDtcs = z.object({
  table_at: Offset,
  on: z.int(),
  off: z.int(),
  partial: z.int(),
  unknown: z.int(),
  off_codes: z.array(z.string()).check(z.maxLength(MAX_NAMED_CODES)),
});

/** What the bytes of a file state. A null field was not examined, so nothing is stated about it. */
export const Identification = z.object({
  /** `OK`, or what the file looks like instead of a control unit's memory. */
  file_type: z.string(),
  /** How the file was read: `as it is`, `doubled`, `byte-swapped` and so on. */
  form: z.string(),
  size_bytes: z.int(),
  hint: z.nullable(Sentence),
  outcome: z.enum(['recognised', 'ambiguous', 'unknown']),
  control_unit: z.nullable(
    z.object({
      family: z.string(),
      maker: z.string(),
      models: z.array(z.string()),
      evidence: z.array(z.object({ points: z.number(), at: Offset, reason: z.string() })),
    }),
  ),
  /** The control units that match equally well. */
  candidates: z.array(z.string()),
  facts: z.array(IdentifiedFact),
  checksums: z.nullable(z.array(IdentifiedChecksum)),
  /** What percentage of the file its known sums cover. Absent in results stored before it was recorded. */
  percent_covered: z.optional(z.nullable(z.int())),
  /** Names the program and the data memory, where the file holds both. Absent in the same cases. */
  memory_parts: z.optional(z.nullable(Sentence)),
  /** What makes it doubtful that the file is a whole and sound read. Absent in the same cases. */
  read_warnings: z.optional(z.array(Sentence)),
  dtcs: z.nullable(IdentifiedDtcs),
  /** Why no DTCs are listed. */
  dtcs_missing: z.nullable(Sentence),
});
export type Identification = z.output<typeof Identification>;

export const FileIdentification = z.object({
  state: z.enum(['WAITING', 'DONE', 'FAILED']),
  /** SHA-256 of the bytes that were read. */
  sha256: z.string(),
  library_version: z.nullable(z.string()),
  failure: z.nullable(z.enum(FAILURES)),
  finished_at: z.nullable(z.string()),
  result: z.nullable(Identification),
});
export type FileIdentification = z.output<typeof FileIdentification>;

export const getIdentification = endpoint({
  method: 'GET',
  path: '/files/:id/identification',
  summary: 'Get the identification of the original',
  description:
    'The control unit and its numbers with their offsets, checksums and DTCs, as read from the bytes. Customers can only read their own files.',
  who: 'signed-in',
  polled: true,
  input: z.object({ id: Id }),
  reply: FileIdentification,
});
