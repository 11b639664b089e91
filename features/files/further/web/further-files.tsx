import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import type { Progress } from '../../../../web/client/upload.ts';
import type { File as PortalFile } from '../../file.ts';
import type { FurtherFile } from '../further-files.calls.ts';
import { StoredFileRow } from '../../web/stored-file-row.tsx';
import { canAddFurtherFile } from '../further-files.rules.ts';
import ChosenFurtherFiles from './chosen-further-files.tsx';
import { useDownloadFurtherFile, useFurtherFiles, useSendFurtherFiles, type ChosenFile } from './further-files.api.ts';
import { KIND_TEXTS } from './kind-texts.tsx';

type FurtherFilesProps = {
  file: PortalFile;
  /** To be called when files are sent: the resulting change of the file is the reader's own. */
  acknowledge: () => () => void;
};

/** The files that accompany the original, shown to both sides; the owner can add some while the file is open. */
export default function FurtherFiles({ file, acknowledge }: FurtherFilesProps) {
  const isOwner = useCan('files.upload');
  const stored = useFurtherFiles(file.id, file.further_files);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = isOwner && canAddFurtherFile(file);
  if (file.further_files === 0 && !mayAdd) return null;
  const isEmpty = file.further_files === 0 && !isAdding;
  return (
    <Card
      title={t('files.further.title')}
      flush={isEmpty}
      className="[&>header:has(+:empty)]:border-b-0"
      actions={
        mayAdd &&
        !isAdding && (
          <Button variant="quiet" icon={<Plus />} onClick={() => setAdding(true)}>
            {t('files.further.add')}
          </Button>
        )
      }
    >
      {!isEmpty && (
        <div className="grid gap-4">
          {file.further_files > 0 && <List fileId={file.id} {...stored} />}
          {mayAdd && isAdding && <Adding file={file} acknowledge={acknowledge} />}
        </div>
      )}
    </Card>
  );
}

type ListProps = { fileId: number } & Pick<ReturnType<typeof useFurtherFiles>, 'data' | 'isError' | 'refetch'>;

function List({ fileId, data, isError, refetch }: ListProps) {
  if (data === undefined) return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />;
  return (
    <ul className="grid gap-3">
      {data.map((one) => (
        <Stored key={one.id} fileId={fileId} stored={one} />
      ))}
    </ul>
  );
}

function Stored({ fileId, stored }: { fileId: number; stored: FurtherFile }) {
  const { mutate, ...state } = useDownloadFurtherFile();
  const { id, kind, file_name: name, size_bytes: sizeBytes } = stored;
  return (
    <StoredFileRow
      name={name}
      sizeBytes={sizeBytes}
      about={<span className="font-strong text-text2">{t(KIND_TEXTS[kind])}</span>}
      downloadText={t('files.further.downloadLabel', { name })}
      state={state}
      onDownload={() => mutate({ id: fileId, furtherId: id })}
    />
  );
}

function Adding({ file, acknowledge }: FurtherFilesProps) {
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutateAsync, data, isPending } = useSendFurtherFiles(file.id);
  const send = async () => {
    acknowledge();
    const { missing } = await mutateAsync({ chosen, onProgress: setProgress });
    setProgress(null);
    setChosen(missing);
  };
  return (
    <div className="grid gap-3">
      <ChosenFurtherFiles
        isOpenAtFirst
        chosen={chosen}
        onChange={setChosen}
        stored={file.further_files}
        disabled={isPending}
      />
      {progress !== null && (
        <ProgressBar
          label={t('common.uploading')}
          value={Math.floor((progress.sentBytes / progress.totalBytes) * 100)}
          doneBytes={progress.sentBytes}
          totalBytes={progress.totalBytes}
        />
      )}
      {data !== undefined && data.missing.length > 0 && !isPending && (
        <Alert kind="danger">{messageFor(data.error, t('files.upload.failed'))}</Alert>
      )}
      {chosen.length > 0 && (
        <Button
          variant="primary"
          busy={isPending}
          busyText={t('common.uploading')}
          className="justify-self-start"
          onClick={() => void send()}
        >
          {t('common.upload')}
        </Button>
      )}
    </div>
  );
}
