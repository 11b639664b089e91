import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { StatusBadge, toneOf } from '../../../../web/ui/badge.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { Cut } from '../../../../web/ui/cut-text.tsx';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { SearchInput } from '../../../../web/ui/search-input.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { FileSummary } from '../../../files/file.ts';
import { useUnreadByFile, type UnreadByFile } from '../../../accounts/web/unread.api.ts';
import { vehicleText } from '../../../files/files.rules.ts';
import { waitsColumn } from '../../work/web/work-columns.tsx';
import { useWork, type SharedWork } from '../../work/web/work.api.ts';
import { viewColumn } from '../../../../web/ui/view-column.tsx';
import { targetOf, usernameColumn, withDot } from '../../../files/web/file-columns.tsx';

export type Viewer = 'customer' | 'administrator';

/** Returns the path of a file's own page. */
export const pathOfFile = (viewer: Viewer, id: number): string =>
  viewer === 'administrator' ? `/admin/view-file/${id}` : `/view-file/${id}`;

/** On a tablet, headers in other languages do not fit on one line. */
export const HEADERS_MAY_WRAP = 'max-md:[&_th]:leading-tight max-md:[&_th]:whitespace-normal';

interface LastFilesProps {
  viewer: Viewer;
  files: readonly FileSummary[] | undefined;
  isError: boolean;
  onRetry: () => void;
}

export function LastFiles({ viewer, files, isError, onRetry }: LastFilesProps) {
  const [search, setSearch] = useState('');
  const unread = useUnreadByFile();
  const work = useWork();
  const isAdministrator = viewer === 'administrator';
  const query = search.trim().toLowerCase();
  const found = files?.filter(({ file_id, file_name }) => `${file_id}\n${file_name}`.toLowerCase().includes(query));
  return (
    <Card
      flush
      className={HEADERS_MAY_WRAP}
      title={t('staff.dashboard.lastFiles')}
      actions={<SearchInput value={search} onChange={setSearch} placeholder={t('common.filesSearchPlaceholder')} />}
    >
      <Table
        caption={t('staff.dashboard.lastFiles')}
        rows={found}
        error={isError}
        onRetry={onRetry}
        columns={listColumns(viewer, unread, work)}
        rowKey={(file) => file.id}
        rail={(file) => toneOf(file.status)}
        to={(file) => pathOfFile(viewer, file.id)}
        dense={viewer === 'administrator'}
        empty={{
          text: t('staff.dashboard.lastFilesEmpty'),
          art: 'housing',
          action: isAdministrator ? (
            <NextStep to="/admin/all-files">{t('common.allFiles')}</NextStep>
          ) : (
            <NextStep to="/upload">{t('common.uploadFile')}</NextStep>
          ),
        }}
        search={files?.length ? search.trim() : ''}
        onClearSearch={() => setSearch('')}
      />
    </Card>
  );
}

const priceColumn = (): Column<FileSummary> => ({
  key: 'price_status',
  header: t('common.priceStatus'),
  phone: 'end line',
  cell: (file) => <StatusBadge status={file.price_status} />,
});

function listColumns(viewer: Viewer, unread: UnreadByFile, work: SharedWork): Column<FileSummary>[] {
  const isAdministrator = viewer === 'administrator';
  return [
    {
      key: 'file_id',
      header: t('common.fileId'),
      cell: (file) => withDot(unread, file, file.file_id),
      phoneCell: (file) =>
        withDot(unread, file, isAdministrator ? vehicleText(file) : `${vehicleText(file)} · ${file.file_id}`),
      phone: 'line',
    },
    ...(isAdministrator
      ? [
          usernameColumn({
            cellClass: 'sm:max-w-28 sm:truncate md:max-w-48',
            cellTitle: (file) => file.username,
          }),
        ]
      : []),
    {
      key: 'file_name',
      header: t('common.fileName'),
      cell: (file) => <Cut text={file.file_name} length={10} />,
      cellClass: 'sm:max-md:min-w-28!',
      priority: 1,
      phone: 'title',
    },
    ...(isAdministrator ? [] : [priceColumn()]),
    { key: 'status', header: t('common.status'), phone: 'end', cell: (file) => <StatusBadge status={file.status} /> },
    ...(viewer === 'administrator'
      ? [waitsColumn<FileSummary>({ work, fileIdOf: ({ id }) => id, kindOf: targetOf })]
      : []),
    viewColumn(
      (file) => pathOfFile(viewer, file.id),
      (file) => t('staff.dashboard.viewFileLabel', { file_id: file.file_id }),
    ),
  ];
}
