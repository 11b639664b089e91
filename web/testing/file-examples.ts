import { FILE_FIELD_EXAMPLES } from '../../portal/files/file-fields.list.ts';
import type { File, FileDetail, FileSummary } from '../../portal/files/files.contract.ts';
import { vehicleOf } from '../../portal/files/vehicle-text.rules.ts';

const EXAMPLE: File = {
  id: 5,
  file_id: '100005',
  file_name: 'VW_Golf_5_19TDI_EDC16U34.bin',
  username: 'ana',
  solution: 'Stage 1',
  price: 60,
  price_status: 'UNPAID',
  status: 'IN_PROGRESS',
  feasible: null,
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  file_size_bytes: 2_097_152,
  file_sha256: 'ab',
  mod_file_name: null,
  mod_file_size_bytes: null,
  mod_file_sha256: null,
  ...FILE_FIELD_EXAMPLES,
  description: null,
  solution_ids: [1],
  notes: null,
  ticket_id: null,
  checked_at: null,
  paid_at: null,
};

/** A file that is being checked, but for what is changed. */
export const exampleFile = (changes: Partial<File> = {}): File => ({ ...EXAMPLE, ...changes });

export const exampleDetail = (changes: Partial<File> = {}): FileDetail => {
  const file = exampleFile(changes);
  return { file, vehicle: vehicleOf(file), ticket_id: file.ticket_id };
};

/** The same file as lists have it. */
export const exampleSummary = (changes: Partial<FileSummary> = {}): FileSummary => ({
  id: 17,
  file_id: '100017',
  file_name: 'VW_Golf_5_19TDI_EDC16U34.bin',
  username: 'ana',
  brand: 'Volkswagen',
  ecu: 'EDC16U34',
  generation: '2007',
  solution: 'Stage 1',
  price: 60,
  price_status: 'UNPAID',
  status: 'IN_PROGRESS',
  feasible: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...changes,
});
