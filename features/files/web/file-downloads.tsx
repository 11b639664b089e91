import type { UseMutationResult } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { useKeyAction } from '../../../web/frame/actions.ts';
import { t } from '../../../web/languages/text.ts';
import { DownloadButton } from '../../../web/ui/download-button.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import type { File } from '../file.ts';
import { canPay, isOpen, isWaitingForOffer } from '../files.rules.ts';
import { useDownloadModified, useDownloadOriginal } from './files.api.ts';

type FileDownloadsProps = {
  file: File;
  canDownloadModified: boolean;
  /** Receives the focus when the modified file becomes available through the reader's own action. */
  modifiedButton?: Ref<HTMLButtonElement>;
  /** The button for the modified version is in the bar of the page instead. */
  hasBar?: boolean;
  /** Which of them the key d downloads; by default the modified version where the reader may have it. */
  keyed?: 'original' | 'modified';
  /** Called once the original has been downloaded. */
  onOriginal?: (() => void) | undefined;
};

/** Side by side: the original always, and the modified version when the reader may have it. */
export function FileDownloads({
  file,
  canDownloadModified,
  modifiedButton,
  hasBar = false,
  onOriginal,
  keyed = canDownloadModified && file.mod_file_name !== null ? 'modified' : 'original',
}: FileDownloadsProps) {
  const original = useDownloadOriginal();
  return (
    <ul className="grid grid-cols-[minmax(min-content,1fr)_minmax(0,1fr)] gap-4">
      <Part title={t('common.original')} name={null} sizeBytes={file.file_size_bytes}>
        <StoredPart
          fileId={file.id}
          download={original}
          text={t('files.download.original')}
          hasKey={keyed === 'original'}
          onDownloaded={onOriginal}
        />
      </Part>
      <Part title={t('common.modifiedFile')} name={file.mod_file_name} sizeBytes={file.mod_file_size_bytes}>
        {file.mod_file_name === null || !canDownloadModified ? (
          <p className="flex items-center gap-2 text-body text-text3">
            <Lock size={16} className="shrink-0" />
            {findLockedReason(file)}
          </p>
        ) : (
          !hasBar && <DownloadModified fileId={file.id} button={modifiedButton} hasKey={keyed === 'modified'} />
        )}
      </Part>
    </ul>
  );
}

type DownloadModifiedProps = { fileId: number; button?: Ref<HTMLButtonElement> | undefined; hasKey?: boolean };

export function DownloadModified({ hasKey = true, ...props }: DownloadModifiedProps) {
  return (
    <StoredPart
      {...props}
      hasKey={hasKey}
      download={useDownloadModified()}
      text={t('files.download.modified')}
      isMain
    />
  );
}

function findLockedReason(file: File): string {
  if (file.mod_file_name === null)
    return isOpen(file) ? t('files.download.modifiedPending') : t('files.download.modifiedMissing');
  if (canPay(file)) return t('files.download.payFirst');
  return isWaitingForOffer(file) ? t('files.download.priceFirst') : t('files.download.notAvailable');
}

type PartProps = { title: string; name: string | null; sizeBytes: number | null; children: ReactNode };

function Part({ title, name, sizeBytes, children }: PartProps) {
  return (
    <li className="flex min-w-0 flex-wrap content-start items-center justify-between gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-28">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="text-body">{title}</h3>
          {sizeBytes !== null && <span className="text-small text-text3">{sizeText(sizeBytes)}</span>}
        </div>
        {name !== null && (
          <p title={name} className="truncate font-mono text-small text-text2">
            {name}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}

type StoredPartProps = {
  fileId: number;
  download: UseMutationResult<string, Error, number>;
  text: string;
  isMain?: boolean;
  hasKey: boolean;
  button?: Ref<HTMLButtonElement> | undefined;
  onDownloaded?: (() => void) | undefined;
};

function StoredPart({ fileId, download, onDownloaded, hasKey, ...rest }: StoredPartProps) {
  const { isPending, error, mutate } = download;
  const start = () =>
    mutate(fileId, {
      onSuccess: onDownloaded,
      onError: (reason) => console.warn('Download failed', reason),
    });
  useKeyAction(rest.text, 'd', hasKey && !isPending ? start : null);
  return (
    <DownloadButton
      {...rest}
      isPending={isPending}
      failure={error ? messageFor(error, t('common.downloadFailed')) : undefined}
      onStart={start}
    />
  );
}
