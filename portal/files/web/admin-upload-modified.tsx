import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { FileDetail } from '../files.contract.ts';
import { AttachmentField, useAttachment, useTransfer } from './admin-attachment.tsx';
import { useUploadModified } from './files.api.ts';
import { UploadProgress } from './upload-progress.tsx';

/** X-TST-04. */
const NOTICE_DELAY_MS = 2000;
const MISSING = 'Please select a file before uploading.';

export type FileDialogProps = {
  file: FileDetail['file'];
  /** What follows is the administrator's own change; call the answer when it did not happen. */
  acknowledge: () => () => void;
  onClose: () => void;
};

export function AdminUploadModified({ file, acknowledge, onClose }: FileDialogProps) {
  const formId = useId();
  const attachment = useAttachment();
  const [notes, setNotes] = useState(file.notes ?? '');
  const transfer = useTransfer();
  const { mutate, isPending, error, reset } = useUploadModified();

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (attachment.file === null) return attachment.complain(t(MISSING));
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
    <Modal
      open
      size="medium"
      title={t('Upload modified file')}
      description={t('File {id} of {username}', { id: file.file_id, username: file.username })}
      onClose={() => !isPending && onClose()}
      footer={
        <>
          <Button onClick={isPending ? transfer.stop : onClose}>{isPending ? t('Stop upload') : t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText={t('Uploading...')}>
            {t('Upload')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid gap-4">
        <AttachmentField
          label={t('Modified file')}
          attachment={attachment}
          required
          disabled={isPending}
          hint={file.mod_file_name ? t('Replaces {name}', { name: file.mod_file_name }) : undefined}
        />
        <NotesField value={notes} onChange={setNotes} />
        {transfer.progress && <UploadProgress transfer={{ ...transfer.progress, retry: 0 }} />}
        {error && !isPending && (
          <Alert kind="danger" title={t('Upload failed. Please try again.')}>
            {t(messageFor(error, ''))}
          </Alert>
        )}
      </form>
    </Modal>
  );
}

/** The same words in both dialogs: what an administrator writes here is what the customer reads. */
export function NotesField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Field label={t('Notes')} hint={t('The customer reads them on the file as IMPORTANT.')}>
      <TextArea rows={2} maxLength={4000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
