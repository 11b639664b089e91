import * as z from 'zod/mini';
import { Nothing } from '../../../contract/fields.schemas.ts';

/** What a customer can upload in 24 hours, and how much of it is left. Null: no limit. */
export const UploadLimit = z.object({
  files: z.nullable(z.object({ most: z.int(), left: z.int() })),
  bytes: z.nullable(z.object({ most: z.int(), left: z.int() })),
  /** When the full allowance is available again; null while nothing was uploaded. */
  renewed_at: z.nullable(z.string()),
  /** True when the limit is reduced because the e-mail address is not confirmed. */
  is_unverified: z.boolean(),
});
export type UploadLimit = z.output<typeof UploadLimit>;

export const getUploadLimit = {
  input: Nothing,
  reply: UploadLimit,
};
