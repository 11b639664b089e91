/** Errors of every call that attaches a modified file, however the file was made. */
export const ATTACHING_ERRORS = [
  'files.closed',
  'files.just_changed',
  'files.not_confirmed',
  'files.not_possible_modified',
  'files.offer_changed',
] as const;
