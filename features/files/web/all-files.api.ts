import { call } from '../../../web/client/call.ts';
import { download } from '../../../web/client/download.ts';
import { type ListQuery, type ListSource, listInput } from '../../../web/lists/list-query.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { type SelectedOptions, useNotifyOwners, useSelected } from '../../../web/lists/selection-calls.ts';
import { useListPages } from '../../../web/lists/use-list-pages.ts';
import { useChange } from '../../../web/client/use-change.ts';
import {
  deleteSelectedFiles,
  describeSelectedFiles,
  downloadFilesCsv,
  listFiles,
  notifyFileOwners,
} from '../files.calls.ts';
import type { FileSummary } from '../file.ts';
import { WORK_FILTERS } from '../../staff/work/work-filter.ts';
import { FILE_SORTS, FILE_STATUSES, PRICE_STATUSES } from '../file-fields.ts';

export const ALL_FILES: ListSource = {
  endpoint: listFiles,
  queryKey: ['files', 'all'],
  sorts: FILE_SORTS,
  filters: { status: FILE_STATUSES, price_status: PRICE_STATUSES, work: WORK_FILTERS, user_id: 'id', tag_id: 'id' },
};

/** Every file, of which there may be a million. */
export const useAllFiles = (query: ListQuery) => useListPages<FileSummary>(ALL_FILES, query);

export const downloadAllFiles = (query: ListQuery) => download(downloadFilesCsv, listInput(query, ALL_FILES) as never);

export const useSelectedFiles = (selection: SelectionInput, options?: SelectedOptions) =>
  useSelected(describeSelectedFiles, selection, options);

export const useDeleteFiles = () =>
  useChange((input: SelectionInput & { count: number }) => call(deleteSelectedFiles, input as never), [['files']], {
    evenAfterFailure: true,
  });

export const useNotifyFileOwners = () => useNotifyOwners(notifyFileOwners);
