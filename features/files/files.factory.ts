import { FILE_FIELDS, FILE_FIELD_EXAMPLES, listFileFields, type FileFieldName } from './file-fields.ts';
import type { File, FileDetail, FileSummary, HistoryEntry } from './file.ts';
import { vehicleOf } from './files.rules.ts';

type RequiredFields = {
  [
    Name in FileFieldName as (typeof FILE_FIELDS)[Name]['isRequired'] extends true ? Name : never
  ]: (typeof FILE_FIELDS)[Name]['example'];
};

/** What the upload form sends when only the required fields are filled in. */
export const VEHICLE = Object.fromEntries(
  listFileFields(({ isRequired }) => isRequired).map((name) => [name, FILE_FIELDS[name].example]),
) as RequiredFields;

/** A file as lists contain it. */
const SUMMARY: FileSummary = {
  id: 5,
  file_id: '100005',
  file_name: 'VW_Golf_5_19TDI_EDC16U34.bin',
  username: 'ana',
  brand: VEHICLE.brand,
  ecu: VEHICLE.ecu,
  generation: VEHICLE.generation,
  solution: 'Stage 1',
  external_reference: null,
  price: 60,
  price_status: 'UNPAID',
  status: 'IN_PROGRESS',
  feasible: null,
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
};

const RECORD: File = {
  ...SUMMARY,
  file_size_bytes: 2_097_152,
  file_sha256: 'ab',
  mod_file_name: null,
  mod_file_size_bytes: null,
  mod_file_sha256: null,
  ...FILE_FIELD_EXAMPLES,
  description: null,
  solution_ids: [1],
  ordered_dtcs: [],
  further_files: 0,
  delivered_at: null,
  revision_since: null,
  assignee_id: null,
  waits_since: null,
  notes: null,
  ticket_id: null,
  checked_at: null,
  paid_at: null,
};

/** Builds a file that is being checked, with the given changes. */
export const buildFileRecord = (changes: Partial<File> = {}): File => ({ ...RECORD, ...changes });

export const buildFileDetail = (changes: Partial<File> = {}): FileDetail => {
  const file = buildFileRecord(changes);
  return { file, vehicle: vehicleOf(file), ticket_id: file.ticket_id };
};

/** Builds the same file, or another one, as lists contain it. */
export const buildFileSummary = (changes: Partial<FileSummary> = {}): FileSummary => ({ ...SUMMARY, ...changes });

/** Builds the history entry of its first version, with the given changes. */
export const buildHistoryEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  file_name: RECORD.file_name,
  kind: 'ORIGINAL',
  size_bytes: RECORD.file_size_bytes,
  created_at: RECORD.created_at,
  findings: null,
  ...changes,
});

/** Row of a file that has just been uploaded, without its bytes and its owner. */
export const UPLOADED_ROW = {
  ...FILE_FIELD_EXAMPLES,
  file_name: SUMMARY.file_name,
  gear: null,
  reading_device: null,
  description: null,
  solution: SUMMARY.solution,
  solution_ids: [],
  price_cents: 6000,
};
