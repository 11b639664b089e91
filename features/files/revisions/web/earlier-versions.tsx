import { Diff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { HistoryEntry } from '../../file.ts';
import { StoredFileRow } from '../../web/stored-file-row.tsx';
import type CompareVersionsPart from './compare-versions.tsx';
import { useDownloadVersion } from './revisions.api.ts';

const CompareVersions = lazyDialog<ComponentProps<typeof CompareVersionsPart> & { open: boolean }>(
  async () => (await import('./compare-versions.tsx')).default,
);

type EarlierVersionsProps = {
  fileId: number;
  versions: readonly HistoryEntry[];
  /** The version that the earlier ones are compared with. */
  newest: HistoryEntry | null;
};

export default function EarlierVersions({ fileId, versions, newest }: EarlierVersionsProps) {
  const [compared, setCompared] = useState<HistoryEntry | null>(null);
  return (
    <section className="grid gap-2 border-t pt-3 first:border-t-0 first:pt-0">
      <h3 className="text-body">{t('files.revisions.earlierVersions')}</h3>
      <ul className="grid gap-3">
        {versions.map((version) => (
          <Version
            key={version.id}
            fileId={fileId}
            version={version}
            onCompare={newest && (() => setCompared(version))}
          />
        ))}
      </ul>
      {compared && newest && (
        <CompareVersions open fileId={fileId} earlier={compared} newest={newest} onClose={() => setCompared(null)} />
      )}
    </section>
  );
}

type VersionProps = { fileId: number; version: HistoryEntry; onCompare: (() => void) | null };

function Version({ fileId, version, onCompare }: VersionProps) {
  const { mutate, ...state } = useDownloadVersion();
  const { id, file_name: name, size_bytes: sizeBytes, created_at: createdAt } = version;
  return (
    <StoredFileRow
      name={name}
      sizeBytes={sizeBytes}
      about={<TimeStamp value={createdAt} />}
      downloadText={t('files.revisions.downloadLabel', { name })}
      state={state}
      onDownload={() => mutate({ id: fileId, versionId: id })}
    >
      {onCompare && (
        <Button iconOnly icon={<Diff />} onClick={onCompare}>
          {t('files.revisions.compareLabel', { name })}
        </Button>
      )}
    </StoredFileRow>
  );
}
