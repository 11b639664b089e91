import { Download } from 'lucide-react';
import { messageFor } from '../../../web/api-error.ts';
import { useCan } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { HistoryEntry } from '../../files/files.contract.ts';
import { useFileHistory } from '../../files/web/files.api.ts';
import { useDownloadVersion } from './revisions.api.ts';

/** Modified files before the one that is there now: for administrators all, for the owner those that were delivered. */
export function useEarlierVersions(fileId: number): HistoryEntry[] {
  const seesAll = useCan('files.attach-modified');
  const [, ...earlier] = (useFileHistory(fileId).data ?? []).filter(({ kind }) => kind === 'MODIFIED');
  return earlier.filter(({ delivered_at }) => seesAll || (delivered_at ?? null) !== null);
}

type EarlierVersionsProps = { fileId: number; versions: readonly HistoryEntry[] };

export function EarlierVersions({ fileId, versions }: EarlierVersionsProps) {
  if (versions.length === 0) return null;
  return (
    <section className="grid gap-2 border-t pt-3 first:border-t-0 first:pt-0">
      <h3 className="text-body">{t('revisions.earlierVersions')}</h3>
      <ul className="grid gap-3">
        {versions.map((version) => (
          <Version key={version.id} fileId={fileId} version={version} />
        ))}
      </ul>
    </section>
  );
}

function Version({ fileId, version }: { fileId: number; version: HistoryEntry }) {
  const { mutate, isPending, error } = useDownloadVersion();
  const { id, file_name: name, size_bytes: sizeBytes, created_at: createdAt } = version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap gap-x-2 text-small text-text3">
          <TimeStamp value={createdAt} />
          {sizeText(sizeBytes)}
        </span>
        <span className="block font-mono text-small wrap-anywhere">{name}</span>
      </span>
      <Button iconOnly icon={<Download />} busy={isPending} onClick={() => mutate({ id: fileId, versionId: id })}>
        {t('revisions.download', { name })}
      </Button>
      {error !== null && (
        <p role="alert" className="w-full text-small text-red-fg">
          {messageFor(error, t('common.downloadFailed'))}
        </p>
      )}
    </li>
  );
}
