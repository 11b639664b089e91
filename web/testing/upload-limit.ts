import type { UploadLimit } from '../../features/files/upload-limit/upload-limit.calls.ts';

/** Upload limit of a user who has uploaded nothing yet. */
export const uploadLimitOf = (fields: Partial<UploadLimit> = {}): UploadLimit => ({
  files: { most: 200, left: 200 },
  bytes: { most: 2_000_000_000, left: 2_000_000_000 },
  renewed_at: null,
  is_unverified: false,
  ...fields,
});
