import { limitReached } from '../refusal.ts';
import { waitOf } from './upload-limit.rules.ts';

export type UploadsLeft = {
  files: number | string;
  megabytes: number | string;
  files_left: number | string;
  megabytes_left: number | string;
  seconds: number;
};

export const uploadLimit = limitReached<UploadsLeft>(
  'uploads.daily_limit',
  (left) =>
    `In 24 hours you can upload ${left.files} files and ${left.megabytes} MB. ${left.files_left} files and ${left.megabytes_left} MB are left; the full allowance is back in ${waitOf(left.seconds)}.`,
);
export const unverifiedUploadLimit = limitReached<UploadsLeft>(
  'uploads.unverified_daily_limit',
  (left) =>
    `Until your e-mail address is confirmed you can upload ${left.files} files and ${left.megabytes} MB in 24 hours. ${left.files_left} files and ${left.megabytes_left} MB are left; the full allowance is back in ${waitOf(left.seconds)}.`,
);
export const uploadAttemptLimit = limitReached(
  'uploads.attempt_limit',
  ({ seconds }) => `Too many uploads were begun in 24 hours. You can begin the next one in ${waitOf(seconds)}.`,
);
export const uploadsAtOnceLimit = limitReached<{ most: number; seconds: number }>(
  'uploads.at_once_limit',
  ({ most }) => `Only ${most} files can be uploaded at once. Please wait until one of them has arrived.`,
);
