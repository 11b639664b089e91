import * as z from 'zod/mini';
import { Credits, RecordId } from '../../contract/fields.ts';
import {
  FILE_STATUSES,
  type FileFieldName,
  type FileFieldValues,
  PRICE_STATUSES,
  mapFileFields,
} from './file-fields.ts';
import { Findings } from './findings.ts';
import { invalid } from '../../contract/texts.ts';

export const FileStatus = z.enum(FILE_STATUSES);
export type FileStatus = z.output<typeof FileStatus>;

export const PriceStatus = z.enum(PRICE_STATUSES);
export type PriceStatus = z.output<typeof PriceStatus>;

export const Feasible = z.enum(['POSSIBLE', 'NOT_POSSIBLE'], invalid('errors.files.choose_possible_not_possible'));
export type Feasible = z.output<typeof Feasible>;

/** A file as lists show it. `username` is the customer's name. */
export const FileSummary = z.object({
  id: RecordId,
  /** The number shown to people. */
  file_id: z.string(),
  file_name: z.string(),
  username: z.string(),
  /** The owner's id; null once the account is deleted. Only for administrators. */
  user_id: z.optional(z.nullable(RecordId)),
  brand: z.string(),
  ecu: z.string(),
  generation: z.string(),
  solution: z.string(),
  /** What the program of its owner calls it. */
  external_reference: z.nullable(z.string()),
  price: Credits,
  price_status: PriceStatus,
  status: FileStatus,
  feasible: z.nullable(Feasible),
  created_at: z.string(),
  updated_at: z.string(),
  /** The assignee, who works on the file. Only for staff. */
  assignee_id: z.optional(z.nullable(RecordId)),
  /** Since when the file has been waiting for staff; null: it is not waiting. Only for staff. */
  waits_since: z.optional(z.nullable(z.string())),
});
export type FileSummary = z.output<typeof FileSummary>;

type FieldShape = { [Name in FileFieldName]: z.ZodMiniType<FileFieldValues[Name], FileFieldValues[Name]> };

const fieldShape = mapFileFields((_name, { isRequired }) =>
  isRequired ? z.string() : z.nullable(z.string()),
) as unknown as FieldShape;

export const File = z.object({
  ...FileSummary.shape,
  ...fieldShape,
  /** Only for administrators. */
  email: z.optional(z.string()),
  file_size_bytes: z.int(),
  file_sha256: z.string(),
  mod_file_name: z.nullable(z.string()),
  mod_file_size_bytes: z.nullable(z.int()),
  mod_file_sha256: z.nullable(z.string()),
  solution_ids: z.array(RecordId),
  /** The trouble codes ordered off, spelled as in the file's table or in the standard. */
  ordered_dtcs: z.array(z.string()),
  /** What looks like a code in the words of the order and is none of `ordered_dtcs`. Only for administrators. */
  not_understood: z.optional(z.array(z.string())),
  /** Number of files that came with the original. */
  further_files: z.int(),
  /** When its owner first received the modified file that is current now. */
  delivered_at: z.nullable(z.string()),
  /** Since when its owner has been waiting for a change; null: none is requested. */
  revision_since: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  ticket_id: z.nullable(RecordId),
  /** When an administrator first set POSSIBLE or NOT_POSSIBLE or attached a modified file. */
  checked_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  /** The colleague of the customer who ordered it; null: the customer. */
  ordered_by: z.optional(z.nullable(z.string())),
  /** How often price, feasibility or notes were changed, by whom last, and when. Only for administrators. */
  offer_version: z.optional(z.int()),
  offer_set_by: z.optional(z.nullable(z.string())),
  offer_set_at: z.optional(z.nullable(z.string())),
});
export type File = z.output<typeof File>;

/** The content of the Vehicle Information card; `type` is the form's vehicle, `generation` its year. */
export const Vehicle = z.object({
  type: z.string(),
  brand: z.string(),
  model: z.string(),
  ecu: z.string(),
  generation: z.string(),
  gear: z.nullable(z.string()),
  petrol_type: z.string(),
});
export type Vehicle = z.output<typeof Vehicle>;

export const FileDetail = z.object({ file: File, vehicle: Vehicle, ticket_id: z.nullable(RecordId) });
export type FileDetail = z.output<typeof FileDetail>;

/** One stored version of a file, original or modified; the history lists the newest first. */
export const HistoryEntry = z.object({
  id: RecordId,
  file_name: z.string(),
  kind: z.enum(['ORIGINAL', 'MODIFIED']),
  size_bytes: z.int(),
  created_at: z.string(),
  /**
   * The result of the comparison with the original; null for an original, and for versions older than the comparison.
   */
  findings: z.nullable(Findings),
  /** Whether DTC OFF made this version, with a proof. */
  has_proof: z.optional(z.boolean()),
  /** When its owner first received it. */
  delivered_at: z.optional(z.nullable(z.string())),
  /** Who attached it despite warnings. Only for administrators. */
  confirmed_by: z.optional(z.nullable(z.string())),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;
