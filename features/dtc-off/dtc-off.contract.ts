import { LONG_WORK_SECONDS, endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './dtc-off.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { UPLOAD_LIMIT_ERRORS } from '../files/upload-limit/upload-limit.list.ts';
import { BUSY_ERRORS } from './dtc-off.list.ts';

export type * from './dtc-off.schemas.ts';

/** Price of the first file of a session; every further file of that session is free. */
export const DTC_OFF_CREDITS = 10;

export const uploadToAi = endpoint<typeof schemas.uploadToAi>()({
  method: 'POST',
  path: '/ai/upload',
  summary: 'Upload a dump to DTC OFF',
  description:
    'Recognises the control unit and starts a session. The same bytes within 24 hours join the existing session, so they are not paid for twice.',
  who: 'dtc-off.use',
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  longestSeconds: LONG_WORK_SECONDS,
  errors: [...BUSY_ERRORS, ...UPLOAD_LIMIT_ERRORS],
});

export const chooseModel = endpoint<typeof schemas.chooseModel>()({
  method: 'POST',
  path: '/ai/choose-model',
  summary: 'Choose the ECU model of a session',
  description:
    'Reads the file again as the chosen model. The choice applies to the session until another model is chosen, or none, which restores the recognised one.',
  who: 'dtc-off.use',
  needsActivation: true,
  errors: [...BUSY_ERRORS, 'dtc-off.expired', 'dtc-off.unknown_model', 'not_found'],
});

export const getDtcs = endpoint<typeof schemas.getDtcs>()({
  method: 'POST',
  path: '/ai/get-dtcs',
  summary: 'List the trouble codes of a session',
  description:
    'The codes of the file with their states, and whether each can be switched off. Wrong checksums are listed in `wrongChecksums`; with `repair_checksums` the codes are listed as they can be chosen once those are corrected.',
  who: 'dtc-off.use',
  needsActivation: true,
  errors: [...BUSY_ERRORS, 'dtc-off.expired', 'dtc-off.other_model', 'dtc-off.unknown_model', 'not_found'],
});

export const switchDtcsOff = endpoint<typeof schemas.switchDtcsOff>()({
  method: 'POST',
  path: '/ai/dtc-off',
  summary: 'Switch trouble codes off',
  description:
    'Generates a file with the chosen codes off and correct checksums. The first file of a session is charged; further ones are free. With `repair_checksums`, checksums that are wrong in the file are corrected first, and the proof lists this as a separate step; without it such a file is refused.',
  who: 'dtc-off.use',
  needsActivation: true,
  longestSeconds: LONG_WORK_SECONDS,
  longestBodyKb: 256,
  errors: [
    'credits.spending_stopped',
    'dtc-off.already_off',
    'dtc-off.blocked',
    'dtc-off.cannot_generate',
    'dtc-off.declaration_missing',
    'dtc-off.expired',
    'dtc-off.not_enough',
    'dtc-off.not_generated',
    'dtc-off.not_in_file',
    'dtc-off.nothing_chosen',
    'dtc-off.other_model',
    ...BUSY_ERRORS,
    'not_found',
    'storage.no_room',
  ],
});

export const downloadSessionFile = endpoint<typeof schemas.downloadSessionFile>()({
  method: 'GET',
  path: '/ai/sessions/:handle/original',
  summary: 'Download the file of a session',
  description: 'The file as it was uploaded, for comparing it with the generated one, also on another device.',
  who: 'dtc-off.use',
});

export const listSessions = endpoint<typeof schemas.listSessions>()({
  method: 'GET',
  path: '/ai/sessions',
  summary: 'List my DTC OFF sessions',
  description:
    'Sessions that can be continued, newest first: all paid ones, and the unpaid ones that are still stored.',
  who: 'dtc-off.use',
});
