import { limitReached } from '../../../contract/limit-reached.ts';

export type UploadsLeft = {
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
