import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Nothing } from '../../../contract/fields.ts';

/** Error codes of every call whose file counts as an upload. */
export const UPLOAD_LIMIT_ERRORS = ['uploads.daily_limit', 'uploads.unverified_daily_limit'] as const;

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

export const getUploadLimit = endpoint({
  method: 'GET',
  path: '/users/my/upload-limit',
  summary: 'Get my upload allowance',
  description: 'How much can be uploaded in 24 hours, and how much of that is left.',
  who: 'files.upload',
  forColleagues: 'customer',
  input: Nothing,
  reply: UploadLimit,
});
