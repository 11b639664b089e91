import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Offset, RecordId } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { Generation } from './dtc-session.ts';

export const MAX_SEARCH_LENGTH = 120;

/** A generated file in the permanent list. */
export const ListedGeneration = z.object({
  ...Generation.shape,
  /** Name of the file from which it was generated. */
  original_name: z.string(),
  /** The owner's id; null once the account is deleted. */
  user_id: z.nullable(RecordId),
  username: z.string(),
  /** The colleague of the customer who generated it; null: the user. */
  ordered_by: z.optional(z.nullable(z.string())),
  /** False: generated before generated files were stored permanently; the proof can still be downloaded. */
  has_file: z.boolean(),
});
export type ListedGeneration = z.output<typeof ListedGeneration>;

export const GENERATIONS_PER_PAGE = 25;

export const listGenerations = endpoint({
  method: 'GET',
  path: '/ai/generations',
  summary: 'List generated files',
  description:
    "Every file that DTC OFF has generated, newest first: a customer's own, or all of them for an administrator. They are never removed.",
  who: 'signed-in',
  input: z.object({
    /**
     * Every word must be part of a file name, one of the codes, or the beginning of a SHA-256 or of a proof's number;
     * for an administrator it may also be part of the customer's name or e-mail address.
     */
    search: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(MAX_SEARCH_LENGTH, invalid('errors.fields.most_count_characters', { count: 120 })),
        ),
    ),
    /** A page has 25 entries. */
    offset: Offset,
  }),
  reply: z.object({ generations: z.array(ListedGeneration), total_rows: z.int() }),
});
