import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './dtc-off.schemas.ts';

export type * from './dtc-off.schemas.ts';

/** What the first file of a session costs; every further one of it is free (001 §1). */
export const DTC_OFF_CREDITS = 10;

/** The same bytes within 24 hours join the session that is there, so that they are not paid for twice. */
export const uploadToAi = endpoint<typeof schemas.uploadToAi>()({
  method: 'POST',
  path: '/ai/upload',
  who: 'customer',
  file: { missing: 'Please select a file first.' },
  needsActivation: true,
  longestSeconds: LONG_WORK_SECONDS,
});

/**
 * Has the file read once more, as the chosen model, and says what came of it. The session is asked about as that model
 * from then on, until another one is chosen, or none: then it is what it is recognised as.
 */
export const chooseModel = endpoint<typeof schemas.chooseModel>()({
  method: 'POST',
  path: '/ai/choose-model',
  who: 'customer',
  needsActivation: true,
});

export const getDtcs = endpoint<typeof schemas.getDtcs>()({
  method: 'POST',
  path: '/ai/get-dtcs',
  who: 'customer',
  needsActivation: true,
});

export const switchDtcsOff = endpoint<typeof schemas.switchDtcsOff>()({
  method: 'POST',
  path: '/ai/dtc-off',
  who: 'customer',
  needsActivation: true,
  longestSeconds: LONG_WORK_SECONDS,
  longestBodyKb: 256,
});

/** The file of a session as it was dropped: to be compared with what was made of it, on another device as well. */
export const downloadSessionFile = endpoint<typeof schemas.downloadSessionFile>()({
  method: 'GET',
  path: '/ai/sessions/:handle/original',
  who: 'customer',
});

/** The caller's sessions that can be continued, newest first: every paid one, and the unpaid ones that are stored. */
export const listSessions = endpoint<typeof schemas.listSessions>()({
  method: 'GET',
  path: '/ai/sessions',
  who: 'customer',
});
