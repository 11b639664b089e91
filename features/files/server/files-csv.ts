import type { Actor, Deps, Download, ListPage } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';
import type { File, FileSummary } from '../file.ts';
import { listFilePage, type FileRequest } from './file-list.ts';
import { selectOrderedDtcs } from './files.queries.ts';

type Line = FileSummary & Pick<File, 'ordered_dtcs'>;

const COLUMNS: CsvColumns<Line> = [
  [textKey('common.usernameLabel'), (file) => file.username],
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => file.price_status],
  [textKey('common.feasible'), (file) => file.feasible],
  [textKey('common.status'), (file) => file.status],
  [textKey('csv.uploaded'), (file, zone) => formatTimeIn(zone, new Date(file.created_at))],
  [textKey('csv.modified'), (file, zone) => formatTimeIn(zone, new Date(file.updated_at))],
  [textKey('files.orderedDtcs'), (file) => file.ordered_dtcs.join(' ')],
];

/** Downloads the matching files. */
export const downloadFilesCsv = async (deps: Deps, actor: Actor, request: FileRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'files',
    columns: COLUMNS,
    reader: actor,
    readPage: (place) => readPage(deps, actor, { ...request, ...place }),
  });

/** Lists on the screen leave the codes out; a table for a spreadsheet includes them. */
async function readPage(deps: Deps, actor: Actor, request: FileRequest): Promise<ListPage<Line>> {
  const page = await listFilePage(deps, actor, request);
  const found = await selectOrderedDtcs(
    deps.db,
    page.rows.map(({ id }) => id),
  ).execute();
  const codesById = new Map(found.map(({ id, ordered_dtcs }) => [id, ordered_dtcs]));
  return { ...page, rows: page.rows.map((file) => ({ ...file, ordered_dtcs: codesById.get(file.id) ?? [] })) };
}
