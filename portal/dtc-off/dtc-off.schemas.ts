import * as z from 'zod/mini';
import { Nothing, RecordId, downloadOf, listOf } from '../fields.schemas.ts';
import { DECLARED_USES } from './declared-use.list.ts';
import { DESCRIPTION_SOURCES } from './description-source.list.ts';
import { EMISSION_REASONS } from './emission-reason.list.ts';
import { Sentence } from '../sentence.schemas.ts';
import { Reading } from './reading.schemas.ts';
import { invalid } from '../texts.ts';

const OptionalText = z.nullable(z.string());

/** What the file states about its control unit. Null: it states nothing, and nothing is guessed. */
export const EcuInfo = z.object({
  /** Null: not recognised, and then nothing can be asked of it. */
  ecuId: OptionalText,
  vehicleManufacturer: OptionalText,
  systemManufacturer: OptionalText,
  modelSeries: OptionalText,
  /** In bytes. */
  fileSize: z.int(),
  softwareId: OptionalText,
  hardwareNumber: OptionalText,
  softwareNumber: OptionalText,
  version: OptionalText,
  processor: OptionalText,
  vehicleSeries: OptionalText,
  vehicleVariant: OptionalText,
  vehicleModel: OptionalText,
  vehicleYear: OptionalText,
  manufacturerNumber: OptionalText,
  engineManufacturer: OptionalText,
  engineDesignation: OptionalText,
  engineType: OptionalText,
  engineDisplacement: OptionalText,
  enginePowerKw: OptionalText,
  engineTorque: OptionalText,
  emissionStandard: OptionalText,
  description: OptionalText,
});
export type EcuInfo = z.output<typeof EcuInfo>;

/** What is known before any money moves; in the responses of upload, codes and sessions alike. */
const Eligibility = {
  /** False: nothing can be made of this file, and `reason` has why. */
  canGenerate: z.boolean(),
  reason: z.nullable(Sentence),
  /** What to know about a file that can be made, such as a checksum that the flash tool must handle. */
  warnings: z.array(Sentence),
  /**
   * Names of the checksums that are wrong in the file and that `repair_checksums` has corrected first; empty: there are
   * none. Without that correction nothing is made of such a file.
   */
  wrongChecksums: z.array(z.string()),
  /** The session is paid: every further file of it is free. */
  charged: z.boolean(),
  /** ISO 8601. */
  expiresAt: z.string(),
};

export const AiUpload = z.object({
  /** The handle that later calls send as `file_name`. It begins with the name that the file had. */
  fileName: z.string(),
  /** `OK`, or what the file looks like instead. */
  fileident: z.string(),
  ecuinfo: EcuInfo,
  /** The name that the file had. */
  originalName: z.string(),
  sha256: z.string(),
  /** Null: read as what it is recognised as. */
  reading: z.nullable(Reading),
  ...Eligibility,
});
export type AiUpload = z.output<typeof AiUpload>;

export const EmissionReason = z.enum(EMISSION_REASONS.map(({ reason }) => reason));
export type EmissionReason = z.output<typeof EmissionReason>;

export const DescriptionSource = z.enum(DESCRIPTION_SOURCES.map(({ source }) => source));
export type DescriptionSource = z.output<typeof DescriptionSource>;

export const DtcRow = z.object({
  dtc: z.string(),
  /** The word that stands in the file. */
  dtc_int: z.int(),
  /** ON also where the file holds the code and the place of its state is not known: see `state_known`. */
  status: z.enum(['ON', 'OFF']),
  state_known: z.boolean(),
  /** What the code means, in the language of the call. Null: not known. */
  info: OptionalText,
  /** Who gives the code this meaning; null where there is none. */
  info_source: z.nullable(DescriptionSource),
  /** The maker's own spelling: Volkswagen 16785, BMW 4530. */
  maker_number: OptionalText,
  /** Some of the code's entries are off already; switching it off takes the rest. */
  partly_off: z.boolean(),
  /** It watches an emission control, or a sensor of one. */
  emission: z.boolean(),
  /**
   * Why it falls under the rules for emission codes (declaration, DTC_BLOCKED); null: it does not. `unknown`: what it
   * watches is not public, so the rules hold for it although `emission` is false.
   */
  emission_reason: z.nullable(EmissionReason),
  /** What the code watches, as `DtcFunction` of the library spells it: egr, catalyst… */
  functions: z.array(z.string()),
  /** Codes of the same entry: they go off together with this one. */
  shared_with: z.array(z.string()),
  /** Numbers of the fault paths that hold the code. A row is OFF when all of them are off. */
  entries: z.array(z.int()),
  /** Those of them that are off already, as the bytes show. */
  off_entries: z.array(z.int()),
  /** Why the row cannot be chosen; null: it can. */
  locked: z.nullable(Sentence),
});
export type DtcRow = z.output<typeof DtcRow>;

export const DtcTable = z.object({ dtcTable: z.array(DtcRow), ...Eligibility });
export type DtcTable = z.output<typeof DtcTable>;

export const DeclaredUse = z.enum(
  DECLARED_USES.map(({ use }) => use),
  invalid('errors.dtc-off.declare_what_file'),
);
export type DeclaredUse = z.output<typeof DeclaredUse>;

/** One file that was made. */
export const Generation = z.object({
  id: RecordId,
  /** As the download names it. */
  file_name: z.string(),
  codes: z.array(z.string()),
  /** Codes that went off together with the chosen ones; one that is only partly off stands in the proof. */
  also_codes: z.array(z.string()),
  /** What the customer declared for this file; null: no declaration was needed. */
  declared_use: z.nullable(DeclaredUse),
  sha256: z.string(),
  created_at: z.string(),
});
export type Generation = z.output<typeof Generation>;

/** What "Continue with {file}" needs: the upload's response again, and what was made of it, newest first. */
export const AiSession = z.object({
  ...AiUpload.shape,
  createdAt: z.string(),
  /** What was declared for the last file of the session, to be offered again; null: nothing yet. */
  declaredUse: z.nullable(DeclaredUse),
  generations: z.array(Generation),
});
export type AiSession = z.output<typeof AiSession>;

const session = {
  file_name: z.string(invalid('errors.dtc-off.upload_file_again')),
  ecu_id: z.string(invalid('errors.dtc-off.choose_ecu')),
};

/**
 * Checksums that are wrong in the file are corrected first, as a step of its own in the proof; without effect on a file
 * that has none.
 */
const repair_checksums = z.optional(z.boolean());

export const uploadToAi = {
  input: Nothing,
  reply: AiUpload,
};

export const chooseModel = {
  input: z.object({
    file_name: session.file_name,
    ecu_id: z.nullable(session.ecu_id),
    /** Which car's, where several have the same model. */
    man: z.optional(z.string()),
  }),
  reply: AiUpload,
};

/** Longer than the code of any language. */
const LANGUAGE_LENGTH = 16;

export const getDtcs = {
  input: z.object({
    ...session,
    /** The codes and what holds for them once the checksums are corrected. */
    repair_checksums,
    /** Of the descriptions: en, de, mk, es, it or fr. English for every other, and where it is not named. */
    language: z.optional(z.string().check(z.maxLength(LANGUAGE_LENGTH))),
  }),
  reply: DtcTable,
};

/** The whole selection, in one string as the screen shows it; longer than any table of codes there is. */
const SELECTION_LENGTH = 100_000;

export const switchDtcsOff = downloadOf(
  z.object({
    ...session,
    /** Joined with semicolons. */
    dtcs: z
      .string(invalid('errors.dtc-off.select_least_one_dtc'))
      .check(z.maxLength(SELECTION_LENGTH, invalid('errors.dtc-off.these_too_many_codes_once'))),
    /** What the browser believes. The server knows, and only writes it down. */
    is_first: z.optional(z.boolean()),
    /** Needed with every selection that has emission codes; it stands in the proof of this file. */
    declared_use: z.optional(z.nullable(DeclaredUse)),
    repair_checksums,
  }),
);

/** The handle is the last part of `fileName`, or all of it. */
export const downloadSessionFile = downloadOf(z.object({ handle: z.string() }));

export const listSessions = {
  input: Nothing,
  reply: listOf(AiSession),
};
