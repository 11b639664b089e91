import * as z from 'zod/mini';
import { endpoint, LONG_WORK_SECONDS } from '../../contract/endpoint.ts';
import { Nothing, boundedList } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { AiUpload, DtcTable, DeclaredUse, AiSession } from './dtc-session.ts';
import { UPLOAD_LIMIT_ERRORS } from '../files/upload-limit/upload-limit.calls.ts';

/**
 * Errors of every call that analyses a file: too many files are being analysed already, or the user's share is used up.
 */
export const BUSY_ERRORS = ['dtc-off.too_busy', 'dtc-off.too_much'] as const;

const session = {
  file_name: z.string(invalid('errors.dtc-off.upload_file_again')),
  ecu_id: z.string(invalid('errors.dtc-off.choose_ecu')),
};

/** Corrects wrong checksums in the file first, as a separate step in the proof; has no effect on a file without any. */
const repair_checksums = z.optional(z.boolean());

/** Price of the first file of a session; every further file of that session is free. */
export const DTC_OFF_CREDITS = 10;

export const uploadToAi = endpoint({
  method: 'POST',
  path: '/ai/upload',
  summary: 'Upload a dump to DTC OFF',
  description:
    'Recognises the control unit and starts a session. The same bytes within 24 hours join the existing session, so they are not paid for twice.',
  who: 'dtc-off.use',
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  timeoutSeconds: LONG_WORK_SECONDS,
  input: Nothing,
  reply: AiUpload,
  errors: [...BUSY_ERRORS, ...UPLOAD_LIMIT_ERRORS],
});

export const chooseModel = endpoint({
  method: 'POST',
  path: '/ai/choose-model',
  summary: 'Choose the ECU model of a session',
  description:
    'Reads the file again as the chosen model. The choice applies to the session until another model is chosen, or none, which restores the recognised one.',
  who: 'dtc-off.use',
  needsActivation: true,
  input: z.object({
    file_name: session.file_name,
    ecu_id: z.nullable(session.ecu_id),
    /** The car's make, where several share the same model. */
    man: z.optional(z.string()),
  }),
  reply: AiUpload,
  errors: [...BUSY_ERRORS, 'dtc-off.expired', 'dtc-off.unknown_model', 'not_found'],
});

/** Longer than any language code. */
const LANGUAGE_LENGTH = 16;

export const getDtcs = endpoint({
  method: 'POST',
  path: '/ai/get-dtcs',
  summary: 'List the trouble codes of a session',
  description:
    'The codes of the file with their states, and whether each can be switched off. Wrong checksums are listed in `wrongChecksums`; with `repair_checksums` the codes are listed as they can be chosen once those are corrected.',
  who: 'dtc-off.use',
  needsActivation: true,
  input: z.object({
    ...session,
    /** Returns the codes, and what can be done with them, as they are once the checksums are corrected. */
    repair_checksums,
    /** Language of the descriptions: en, de, mk, es, it or fr. English for any other, or when omitted. */
    language: z.optional(z.string().check(z.maxLength(LANGUAGE_LENGTH))),
  }),
  reply: DtcTable,
  errors: [...BUSY_ERRORS, 'dtc-off.expired', 'dtc-off.other_model', 'dtc-off.unknown_model', 'not_found'],
});

/** The whole selection in one string, as the screen shows it; longer than any existing table of codes. */
const SELECTION_LENGTH = 100_000;

export const switchDtcsOff = endpoint({
  method: 'POST',
  path: '/ai/dtc-off',
  summary: 'Switch trouble codes off',
  description:
    'Generates a file with the chosen codes off and correct checksums. The first file of a session is charged; further ones are free. With `repair_checksums`, checksums that are wrong in the file are corrected first, and the proof lists this as a separate step; without it such a file is refused.',
  who: 'dtc-off.use',
  needsActivation: true,
  timeoutSeconds: LONG_WORK_SECONDS,
  maxBodyKb: 256,
  input: z.object({
    ...session,
    /** The codes, joined with semicolons. */
    dtcs: z
      .string(invalid('errors.dtc-off.select_least_one_dtc'))
      .check(z.maxLength(SELECTION_LENGTH, invalid('errors.dtc-off.these_too_many_codes_once'))),
    /** What the browser assumes. The server knows, and only records this value. */
    is_first: z.optional(z.boolean()),
    /** Required for every selection that has emission codes; it is recorded in the proof of this file. */
    declared_use: z.optional(z.nullable(DeclaredUse)),
    repair_checksums,
  }),
  reply: 'bytes',
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

/** The handle is the last part of `fileName`, or all of `fileName`. */
export const downloadSessionFile = endpoint({
  method: 'GET',
  path: '/ai/sessions/:handle/original',
  summary: 'Download the file of a session',
  description: 'The file as it was uploaded, for comparing it with the generated one, also on another device.',
  who: 'dtc-off.use',
  input: z.object({ handle: z.string() }),
  reply: 'bytes',
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/ai/sessions',
  summary: 'List my DTC OFF sessions',
  description:
    'Sessions that can be continued, newest first: all paid ones, and the unpaid ones that are still stored.',
  who: 'dtc-off.use',
  input: Nothing,
  reply: boundedList(AiSession),
});
