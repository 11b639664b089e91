import * as z from 'zod/mini';
import { Nothing } from '../fields.schemas.ts';

/** What a customer can upload in 24 hours, and how much of it is left. Null: without a limit. */
export const UploadLimit = z.object({
  files: z.nullable(z.object({ most: z.int(), left: z.int() })),
  bytes: z.nullable(z.object({ most: z.int(), left: z.int() })),
  /** When all of it is there again; null while nothing was uploaded. */
  renewed_at: z.nullable(z.string()),
  /** Smaller than it would be with a confirmed e-mail address. */
  is_unverified: z.boolean(),
});
export type UploadLimit = z.output<typeof UploadLimit>;

export const getUploadLimit = {
  input: Nothing,
  reply: UploadLimit,
};
