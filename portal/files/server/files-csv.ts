import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { csvTime } from '../../csv.ts';
import { textKey } from '../../texts.ts';
import type { FileSummary } from '../files.contract.ts';
import { listFilePage, type FileRequest } from './file-list.ts';

const COLUMNS: CsvColumns<FileSummary> = [
  [textKey('common.usernameLabel'), (file) => file.username],
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => file.price_status],
  [textKey('common.feasible'), (file) => file.feasible],
  [textKey('common.status'), (file) => file.status],
  [textKey('files.uploadedUtc'), (file) => csvTime(file.created_at)],
  [textKey('files.modifiedUtc'), (file) => csvTime(file.updated_at)],
];

/** The files that match. */
export const downloadFilesCsv = async (deps: Deps, actor: Actor, request: FileRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'files',
    columns: COLUMNS,
    reader: actor,
    readPage: (place) => listFilePage(deps.db, actor, { ...request, ...place }),
  });
