import { useEffect, useRef } from 'react';
import { t } from '../../../web/text.ts';
import { Cut } from '../../../web/ui/cut-text.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import { Table } from '../../../web/ui/table.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { HistoryEntry } from '../files.contract.ts';
import { useFileHistory } from './files.api.ts';

/** X-TRN-04. */
const NAME_LENGTH = 30;

const columns = (): Column<HistoryEntry>[] => [
  {
    key: 'file_name',
    header: t('File Name'),
    priority: 1,
    cell: (entry) => <Cut text={entry.file_name} length={NAME_LENGTH} />,
  },
  { key: 'kind', header: t('Version'), cell: (entry) => kindText(entry.kind) },
  { key: 'size', header: t('Size'), align: 'right', priority: 3, cell: (entry) => sizeText(entry.size_bytes) },
  { key: 'created_at', header: t('Uploaded'), cell: (entry) => <TimeStamp value={entry.created_at} /> },
];

const kindText = (kind: HistoryEntry['kind']) => (kind === 'ORIGINAL' ? t('Original') : t('Modified file'));

/** Every stored version, newest first. Asked for again when `version` of the file changes. */
export function FileHistory({ fileId, version }: { fileId: number; version?: string }) {
  const { data, isError, refetch } = useFileHistory(fileId);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    void refetch();
  }, [version, refetch]);
  return (
    <Table
      caption={t('File history')}
      columns={columns()}
      rows={data}
      rowKey={(entry) => entry.id}
      error={isError}
      onRetry={() => void refetch()}
      empty={{ text: t('No stored versions found.') }}
    />
  );
}
