import * as z from 'zod/mini';

const Ecu = z.object({ maker: z.string(), model: z.string(), software_number: z.nullable(z.string()) });

const ChecksumState = z.enum(['ok', 'wrong', 'unknown']);

/** What was found when a modified file was compared with its original. Read from the bytes; null: not looked at. */
export const Findings = z.object({
  /** Why only the sizes are known; null: the bytes were compared. */
  not_compared: z.nullable(z.string()),
  original_size_bytes: z.int(),
  modified_size_bytes: z.int(),
  original_ecu: z.nullable(Ecu),
  modified_ecu: z.nullable(Ecu),
  control_unit: z.nullable(z.enum(['same', 'other', 'unknown'])),
  bytes_changed: z.nullable(z.int()),
  /** Separate stretches of changed bytes. */
  places: z.nullable(z.int()),
  kinds: z.array(z.object({ kind: z.string(), bytes: z.int() })),
  /** The file from its first byte to its last, a letter a cell: `-` same, otherwise what changed (ecu/review.ts). */
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
  /** What the customer wrote below DTC OFF; null: no code was asked off. */
  asked: z.nullable(z.string()),
  /**
   * Everything that was asked off as it is in the modified file; null: it has no table that can be read. missing: its
   * table does not hold it. unread: it is no trouble code that anybody could read.
   */
  codes: z.nullable(
    z.array(z.object({ code: z.string(), state: z.enum(['on', 'off', 'partial', 'unknown', 'missing', 'unread']) })),
  ),
  also_off: z.array(z.string()),
});
export type Findings = z.output<typeof Findings>;

/** What an administrator has seen and goes on in spite of. */
export const FindingName = z.enum(['size', 'software', 'bytes', 'checksums', 'dtcs']);
export type FindingName = z.output<typeof FindingName>;

/** The warnings about the modified file that were shown and confirmed; left out where there was no question. */
export const ConfirmedFindings = z.optional(z.array(FindingName));
