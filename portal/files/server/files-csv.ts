import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { csvTime } from '../../csv.ts';
import type { FileSummary } from '../files.contract.ts';
import { listFilePage, type FileRequest } from './file-list.ts';

const COLUMNS: CsvColumns<FileSummary> = [
  ['Username', (file) => file.username],
  ['File ID', (file) => file.file_id],
  ['File Name', (file) => file.file_name],
  ['Solution', (file) => file.solution],
  ['Solution Price', (file) => file.price],
  ['Price Status', (file) => file.price_status],
  ['Feasible', (file) => file.feasible],
  ['Status', (file) => file.status],
  ['Uploaded (UTC)', (file) => csvTime(file.created_at)],
  ['Modified (UTC)', (file) => csvTime(file.updated_at)],
];

/** The files that match. */
export const downloadFilesCsv = async (deps: Deps, actor: Actor, request: FileRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'files',
    columns: COLUMNS,
    readPage: (place) => listFilePage(deps.db, actor, { ...request, ...place }),
  });
