import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Cut } from '../../../../web/ui/cut-text.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { HistoryEntry } from '../../file.ts';
import { listWarnings } from '../findings.rules.ts';
import { useFileHistory } from '../../web/files.api.ts';
import type { VersionFindingsProps } from './version-findings.tsx';

const VersionFindings = lazyDialog<VersionFindingsProps>(
  async () => (await import('./version-findings.tsx')).VersionFindings,
);

/** Length to which file names are cut (X-TRN-04). */
const NAME_LENGTH = 30;

/** Words may wrap even where a table keeps to one line: longer words of other languages pushed the date out of it. */
const columns = (onLook: (entry: HistoryEntry) => void): Column<HistoryEntry>[] => [
  {
    key: 'file_name',
    header: t('common.fileName'),
    priority: 1,
    phone: 'title',
    cell: (entry) => <Cut isFileName text={entry.file_name} length={NAME_LENGTH} />,
  },
  {
    key: 'kind',
    header: t('files.review.version'),
    phone: 'line',
    phoneCell: ({ kind }) => kindText(kind),
    cell: ({ kind }) => <span className="whitespace-normal">{kindText(kind)}</span>,
  },
  {
    key: 'size',
    header: t('files.review.size'),
    align: 'right',
    priority: 3,
    cell: ({ size_bytes }) => <span className="whitespace-nowrap">{sizeText(size_bytes)}</span>,
  },
  {
    key: 'findings',
    header: t('files.review.comparison'),
    phone: 'end',
    cell: (entry) => <Outcome entry={entry} onLook={onLook} />,
  },
  {
    key: 'created_at',
    header: t('common.uploadedAt'),
    phone: 'end line',
    cell: (entry) => <TimeStamp value={entry.created_at} />,
  },
];

const kindText = (kind: HistoryEntry['kind']) =>
  kind === 'ORIGINAL' ? t('common.original') : t('common.modifiedFile');

export type FileHistoryProps = { fileId: number; version?: string };

/** Every stored version, newest first. Refetched when `version` of the file changes. */
export default function FileHistory({ fileId, version }: FileHistoryProps) {
  const { data, isError, refetch } = useFileHistory(fileId);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    void refetch();
  }, [version, refetch]);
  const [looked, setLooked] = useState<HistoryEntry | null>(null);
  return (
    <>
      <Table
        caption={t('common.fileHistory')}
        columns={columns(setLooked)}
        rows={data}
        rowKey={(entry) => entry.id}
        error={isError}
        onRetry={() => void refetch()}
        empty={{ text: t('files.review.history.empty') }}
      />
      {looked && <VersionFindings open entry={looked} onClose={() => setLooked(null)} />}
    </>
  );
}

/** A one-word result of the comparison, which opens the details. */
function Outcome({ entry, onLook }: { entry: HistoryEntry; onLook: (entry: HistoryEntry) => void }) {
  if (entry.findings === null) return <span>–</span>;
  const warnings = listWarnings(entry.findings).length;
  const Icon = warnings === 0 ? CircleCheck : TriangleAlert;
  const outcome = warnings === 0 ? t('files.review.warnings.none') : t('files.review.warnings.count', { n: warnings });
  return (
    <Button
      small
      variant="quiet"
      icon={<Icon className={warnings === 0 ? 'text-green-solid' : 'text-red-solid'} />}
      // Begins with the visible text, so that it can be activated by voice.
      aria-label={`${outcome}. ${t('files.review.comparison.ofVersionLabel', { name: entry.file_name })}`}
      className="-mx-2.5 -my-1 gap-1.5! text-left! whitespace-normal"
      onClick={() => onLook(entry)}
    >
      {outcome}
    </Button>
  );
}
