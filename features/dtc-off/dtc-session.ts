import * as z from 'zod/mini';
import { RecordId } from '../../contract/fields.ts';
import { Sentence } from '../../contract/sentence.ts';
import { DECLARED_USES, DESCRIPTION_SOURCES, EMISSION_REASONS } from './dtc-words.rules.ts';
import { invalid } from '../../contract/texts.ts';

const Evidence = z.object({
  /** Points out of 100. */
  points: z.number(),
  /** Offset in the file, in the form in which it was read. */
  at: z.int(),
  /** In the words of the library, as in the proof. */
  reason: z.string(),
});

/** A file read as the model that the customer chose from the list, and the result. */
export const Reading = z.object({
  man: z.string(),
  ecuman: z.string(),
  model: z.string(),
  /**
   * MODEL: the bytes name this model. FAMILY: they are of its family and name no model. OTHER_MODEL: they are of its
   * family, but name another model or make. OTHER_FAMILY: they are not of its family.
   */
  match: z.enum(['MODEL', 'FAMILY', 'OTHER_MODEL', 'OTHER_FAMILY']),
  /** What the bytes name instead, where they name another model or make of the family. */
  named: z.nullable(z.string()),
  /** The evidence in the file for the family of this model, and its points out of 100. */
  points: z.number(),
  evidence: z.array(Evidence),
  /** What the file is recognised as by itself; null: nothing. */
  recognised: z.nullable(z.object({ name: z.string(), evidence: z.array(Evidence) })),
});
export type Reading = z.output<typeof Reading>;

const OptionalText = z.nullable(z.string());

/** What the file states about its control unit. Null: the file does not state it, and it is not guessed. */
export const EcuInfo = z.object({
  /** Null: the control unit is not recognised, and no codes can be requested. */
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

/** What is known before any money moves; part of the responses for upload, codes and sessions alike. */
const Eligibility = {
  /** False: nothing can be generated from this file, and `reason` gives the reason. */
  canGenerate: z.boolean(),
  reason: z.nullable(Sentence),
  /** Notes on a file that can be generated, such as a checksum that the flash tool must handle. */
  warnings: z.array(Sentence),
  /**
   * Names of the wrong checksums in the file, which `repair_checksums` has corrected first; empty when there are none.
   * Without that correction nothing is generated from such a file.
   */
  wrongChecksums: z.array(z.string()),
  /** Whether the session is paid for, so that every further file of it is free. */
  charged: z.boolean(),
  /** ISO 8601. */
  expiresAt: z.string(),
};

export const AiUpload = z.object({
  /** The handle that later calls send as `file_name`. It begins with the file's original name. */
  fileName: z.string(),
  /** `OK`, or what kind of file it seems to be instead. */
  fileident: z.string(),
  ecuinfo: EcuInfo,
  /** The name of the uploaded file. */
  originalName: z.string(),
  sha256: z.string(),
  /** Null: the file is read as what it is recognised as. */
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
  /** The word stored in the file. */
  dtc_int: z.int(),
  /** Also ON where the file holds the code but the place of its state is unknown: see `state_known`. */
  status: z.enum(['ON', 'OFF']),
  state_known: z.boolean(),
  /** What the code means, in the language of the call. Null: unknown. */
  info: OptionalText,
  /** Where this meaning comes from; null when there is none. */
  info_source: z.nullable(DescriptionSource),
  /** The manufacturer's own spelling: Volkswagen 16785, BMW 4530. */
  maker_number: OptionalText,
  /** Some of the code's entries are off already; switching the code off turns off the rest. */
  partly_off: z.boolean(),
  /** Whether the code watches an emission control or one of its sensors. */
  emission: z.boolean(),
  /**
   * Why the code falls under the emission rules (declaration, DTC_BLOCKED); null: it does not. `unknown`: what it
   * watches is not public, so the rules apply although `emission` is false.
   */
  emission_reason: z.nullable(EmissionReason),
  /** What the code watches, spelled like the library's `DtcFunction`: egr, catalyst… */
  functions: z.array(z.string()),
  /** Codes in the same entry: they go off together with this one. */
  shared_with: z.array(z.string()),
  /** Numbers of the fault paths that hold the code. A row is OFF when all of its paths are off. */
  entries: z.array(z.int()),
  /** The entries that are off already according to the bytes. */
  off_entries: z.array(z.int()),
  /** Why the row cannot be chosen; null when it can. */
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

/** One generated file. */
export const Generation = z.object({
  id: RecordId,
  /** The file name of the download. */
  file_name: z.string(),
  codes: z.array(z.string()),
  /** Codes that went off together with the chosen ones; one that is only partly off is listed in the proof. */
  also_codes: z.array(z.string()),
  /** The use that the customer declared for this file; null: no declaration was needed. */
  declared_use: z.nullable(DeclaredUse),
  sha256: z.string(),
  created_at: z.string(),
});
export type Generation = z.output<typeof Generation>;

/** What "Continue with {file}" needs: the response of the upload again, and the generated files, newest first. */
export const AiSession = z.object({
  ...AiUpload.shape,
  createdAt: z.string(),
  /** What was declared for the last file of the session, offered again for the next; null: nothing yet. */
  declaredUse: z.nullable(DeclaredUse),
  generations: z.array(Generation),
});
export type AiSession = z.output<typeof AiSession>;
