/** Error codes of every call whose file counts as an upload. */
export const UPLOAD_LIMIT_ERRORS = ['uploads.daily_limit', 'uploads.unverified_daily_limit'] as const;
