import { useRef, useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import type { Progress } from '../../../../web/client/upload.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../../contract/endpoint.ts';
import type { useAddMedia } from './media.api.ts';

export interface MediaUploadProps {
  title: string;
  hint: string;
  /** File types offered by the browser's file dialog; the server checks the bytes. */
  accept: string;
  add: ReturnType<typeof useAddMedia>;
  onClose: () => void;
}

/** Uploads one file and shows how much of it has been sent. Closing the dialog during the upload cancels it. */
export function AdminMediaUpload({ title, hint, accept, add, onClose }: MediaUploadProps) {
  const { file, progress, isTooLarge, choose, send, close } = useMediaSending(add, onClose);
  return (
    <Modal
      open
      title={title}
      onClose={close}
      size="medium"
      unsaved={file !== null}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={file === null || isTooLarge}
            busy={add.isPending}
            busyText={t('common.uploading')}
            onClick={() => file && send(file)}
          >
            {t('common.upload')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DropZone
          label={t('common.chooseFile')}
          hint={hint}
          accept={accept}
          fileName={file?.name}
          disabled={add.isPending}
          onFile={choose}
        />
        {progress && <Sent progress={progress} />}
        {isTooLarge && <Alert kind="danger">{t('common.fileTooLarge')}</Alert>}
        {add.isError && <Alert kind="danger">{messageFor(add.error, t('common.uploadFailed'))}</Alert>}
      </div>
    </Modal>
  );
}

function useMediaSending(add: MediaUploadProps['add'], onClose: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const sending = useRef<AbortController | null>(null);
  const close = () => {
    sending.current?.abort();
    add.reset();
    onClose();
  };
  const send = (chosen: File) => {
    sending.current = new AbortController();
    setProgress({ sentBytes: 0, totalBytes: chosen.size });
    add.mutate(
      { file: chosen, onProgress: setProgress, signal: sending.current.signal },
      {
        onSuccess: () => {
          toast.show(t('common.uploadDone'));
          close();
        },
        onSettled: () => setProgress(null),
      },
    );
  };
  const choose = (chosen: File) => {
    add.reset();
    setFile(chosen);
  };
  return { file, progress, isTooLarge: file !== null && file.size > UPLOAD_LIMIT_BYTES, choose, send, close };
}

/** Progress of the upload. Once all bytes are sent, the server still has to draw the sizes. */
function Sent({ progress: { sentBytes, totalBytes } }: { progress: Progress }) {
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  return (
    <ProgressBar
      label={percent >= 100 ? t('common.processing') : t('common.uploading')}
      value={percent}
      doneBytes={sentBytes}
      totalBytes={totalBytes}
    />
  );
}
