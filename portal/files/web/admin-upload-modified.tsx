import { useState } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { AttachmentField, useAttachment, useTransfer } from './admin-attachment.tsx';
import { FileFormDialog, NotesField, type FileDialogProps } from './admin-file-dialog.tsx';
import { useUploadModified } from './files.api.ts';

/** X-TST-04. */
const NOTICE_DELAY_MS = 2000;

export function AdminUploadModified({ file, acknowledge, onClose }: FileDialogProps) {
  const attachment = useAttachment();
  const [notes, setNotes] = useState(file.notes ?? '');
  const transfer = useTransfer();
  const { mutate, isPending, error, reset } = useUploadModified();

  const send = () => {
    if (attachment.file === null) return attachment.complain(t('Please select a file before uploading.'));
    const isNotMine = acknowledge();
    mutate(
      { id: file.id, notes: notes.trim() || null, ...transfer.start(attachment.file) },
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
      busyText={t('Uploading...')}
      isBusy={isPending}
      progress={transfer.progress}
      failure={error && <UploadFailure error={error} />}
      onSubmit={send}
      onStop={transfer.stop}
      onClose={onClose}
    >
      <AttachmentField
        label={t('Modified file')}
        attachment={attachment}
        required
        disabled={isPending}
        hint={file.mod_file_name ? t('Replaces {name}', { name: file.mod_file_name }) : undefined}
      />
      <NotesField value={notes} onChange={setNotes} />
    </FileFormDialog>
  );
}

/** The catalogue's sentence, and the reason where the server gave one. */
function UploadFailure({ error }: { error: Error }) {
  return (
    <Alert kind="danger" title={t('Upload failed. Please try again.')}>
      {t(messageFor(error, ''))}
    </Alert>
  );
}
