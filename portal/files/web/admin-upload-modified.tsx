import { useState } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { AttachmentField, useAttachment, useTransfer } from './admin-attachment.tsx';
import { FileFormDialog, NotesField, type FileDialogProps } from './admin-file-dialog.tsx';
import { useUploadModified } from './files.api.ts';
import { ModifiedCheckResult, useModifiedCheck, useWaiting } from './modified-check.tsx';

/** X-TST-04. */
const NOTICE_DELAY_MS = 2000;

export function AdminUploadModified({ file, acknowledge, onClose }: FileDialogProps) {
  const check = useModifiedCheck(file.id);
  const attachment = useAttachment(check.begin);
  const [notes, setNotes] = useState(file.notes ?? '');
  const transfer = useTransfer();
  const isWaiting = useWaiting();
  const { mutate, isPending, error, reset } = useUploadModified();

  const send = async () => {
    if (attachment.file === null) return attachment.complain(t('Please select a file before uploading.'));
    const settled = await isWaiting.during(check.settle());
    if (settled === null) return;
    const isNotMine = acknowledge();
    mutate(
      { id: file.id, notes: notes.trim() || null, ...settled, ...transfer.start(attachment.file) },
      {
        onSuccess: () => {
          setTimeout(() => toast.show(t('Uploaded successfully.')), NOTICE_DELAY_MS);
          onClose();
        },
        onError: () => {
          isNotMine();
          if (transfer.wasStopped()) reset();
        },
        onSettled: transfer.end,
      },
    );
  };
  return (
    <FileFormDialog
      file={file}
      title={t('Upload modified file')}
      submitText={t('Upload')}
      busyText={isPending ? t('Uploading...') : t('Comparing...')}
      isBusy={isPending || isWaiting.now}
      progress={transfer.progress}
      failure={error && <UploadFailure error={error} />}
      onSubmit={() => void send()}
      onStop={isPending ? transfer.stop : check.leave}
      onClose={onClose}
    >
      <AttachmentField
        label={t('Modified file')}
        attachment={attachment}
        required
        disabled={isPending}
        hint={file.mod_file_name ? t('Replaces {name}', { name: file.mod_file_name }) : undefined}
      />
      <ModifiedCheckResult {...check.shown} />
      <NotesField value={notes} onChange={setNotes} />
    </FileFormDialog>
  );
}

/** The catalogue's sentence, and the reason where the server gave one. */
function UploadFailure({ error }: { error: Error }) {
  return (
    <Alert kind="danger" title={t('Upload failed. Please try again.')}>
      {messageFor(error, '')}
    </Alert>
  );
}
