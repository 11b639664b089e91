import * as z from 'zod/mini';

const Ecu = z.object({ maker: z.string(), model: z.string(), software_number: z.nullable(z.string()) });

const ChecksumState = z.enum(['ok', 'wrong', 'unknown']);

/** The results of comparing a modified file with its original. They are read from the bytes; null: not examined. */
export const Findings = z.object({
  /** Why only the sizes are known; null: the bytes were compared. */
  not_compared: z.nullable(z.string()),
  original_size_bytes: z.int(),
  modified_size_bytes: z.int(),
  original_ecu: z.nullable(Ecu),
  modified_ecu: z.nullable(Ecu),
  control_unit: z.nullable(z.enum(['same', 'other', 'unknown'])),
  bytes_changed: z.nullable(z.int()),
  /** Number of separate stretches of changed bytes. */
  places: z.nullable(z.int()),
  kinds: z.array(z.object({ kind: z.string(), bytes: z.int() })),
  /**
   * The file from its first to its last byte, one letter per cell: `-` same, otherwise what changed (ecu/review.ts).
   */
  strip: z.nullable(z.string()),
  checksums: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['sum', 'signature']),
        state: ChecksumState,
        state_before: z.nullable(ChecksumState),
      }),
    ),
  ),
  /** What the customer wrote below DTC OFF; null: no code was ordered off. */
  asked: z.nullable(z.string()),
  /**
   * The state of everything that was ordered off in the modified file; null: it has no readable table. missing: its
   * table does not contain the code. unread: the word cannot be read as a trouble code.
   */
  codes: z.nullable(
    z.array(z.object({ code: z.string(), state: z.enum(['on', 'off', 'partial', 'unknown', 'missing', 'unread']) })),
  ),
  also_off: z.array(z.string()),
});
export type Findings = z.output<typeof Findings>;

/** A finding that an administrator has seen and accepts. */
export const FindingName = z.enum(['size', 'software', 'bytes', 'checksums', 'dtcs']);
export type FindingName = z.output<typeof FindingName>;

/** The warnings about the modified file that were shown and confirmed; omitted when there was no question. */
export const ConfirmedFindings = z.optional(z.array(FindingName));
