import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Nothing } from '../../../contract/fields.ts';
import { limitReached } from '../../../contract/refusal.ts';

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
  input: Nothing,
  reply: UploadLimit,
});

export const BYTES_OF_MB = 1_000_000;

/** Megabytes for display, rounded down: 3.4 for 3 499 999 bytes. */
export const toMegabytes = (bytes: number): number => Math.floor(Math.max(0, bytes) / (BYTES_OF_MB / 10)) / 10;

/** Formats a wait such as "3 h 20 min", at least one minute; the same in every language. */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

type UploadsLeft = {
  files: number | string;
  megabytes: number | string;
  files_left: number | string;
  megabytes_left: number | string;
  seconds: number;
  wait: string;
};

export const uploadLimit = limitReached<UploadsLeft>('errors.uploads.daily_limit');
export const unverifiedUploadLimit = limitReached<UploadsLeft>('errors.uploads.unverified_daily_limit');
export const uploadAttemptLimit = limitReached<{ seconds: number; wait: string }>('errors.uploads.attempt_limit');
export const uploadsAtOnceLimit = limitReached<{ count: number; seconds: number }>('errors.uploads.at_once_limit');
