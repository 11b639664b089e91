import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { AttachmentField, useAttachment, useTransfer } from './admin-attachment.tsx';
import { FileFormDialog, NotesField, type FileDialogProps } from '../../web/admin-file-dialog.tsx';
import type { CurrentOffer } from '../review.rules.ts';
import { useUploadModified } from './review.api.ts';
import { ModifiedCheckResult, useModifiedCheck, useWaiting } from './modified-check.tsx';
import { conflictOr, listDifferences } from './offer-conflict.tsx';
import { useNotesDraft, useSeenOffer } from './seen-offer.tsx';

/** Delay before the success notice (X-TST-04). */
const NOTICE_DELAY_MS = 2000;

export function AdminUploadModified({ file, acknowledge, onClose }: FileDialogProps) {
  const form = useUploadForm({ file, acknowledge, onClose });
  const { attachment, check, transfer, isPending, isWaiting } = form;
  return (
    <FileFormDialog
      file={file}
      title={t('common.uploadModifiedFile')}
      submitText={t('common.upload')}
      busyText={isPending ? t('common.uploading') : t('files.review.comparing')}
      isBusy={isPending || isWaiting}
      progress={transfer.progress}
      failure={conflictOr(form, form.error && <UploadFailure error={form.error} />)}
      onSubmit={() => void form.send()}
      onStop={isPending ? transfer.stop : check.leave}
      unsaved={attachment.file !== null}
      onCancel={() => {
        form.forgetNotes();
        onClose();
      }}
      onClose={onClose}
    >
      <AttachmentField
        label={t('common.modifiedFile')}
        attachment={attachment}
        required
        disabled={isPending}
        hint={file.mod_file_name ? t('files.review.attach.replacesHint', { name: file.mod_file_name }) : undefined}
      />
      <ModifiedCheckResult {...check.shown} />
      <NotesField value={form.notes} onChange={form.setNotes} />
    </FileFormDialog>
  );
}

function useUploadForm({ file, acknowledge, onClose }: FileDialogProps) {
  const { mutate, isPending, error, reset } = useUploadModified();
  const check = useModifiedCheck(file.id);
  const attachment = useAttachment((chosen) => {
    reset();
    check.begin(chosen);
  });
  const transfer = useTransfer();
  const waiting = useWaiting();
  const own = useOwnNotes(file);

  const send = async () => {
    if (attachment.file === null) return attachment.setError(t('files.review.attach.fileRequired'));
    if (own.conflict.differences.length > 0) return own.remind();
    const settled = await waiting.during(check.settle());
    if (settled === null) return;
    const undoAcknowledge = acknowledge();
    mutate(
      { id: file.id, ...own.toSend, ...settled, ...transfer.start(attachment.file) },
      {
        onSuccess: () => {
          setTimeout(() => toast.show(t('common.uploadDone')), NOTICE_DELAY_MS);
          own.forgetNotes();
          onClose();
        },
        onError: (reason) => {
          undoAcknowledge();
          if (transfer.wasStopped() || own.isStale(reason)) reset();
        },
        onSettled: transfer.end,
      },
    );
  };
  return { ...own, attachment, check, transfer, error, isPending, isWaiting: waiting.now, send };
}

/** Notes that were not edited here follow the file and are not sent. */
function useOwnNotes(file: FileDialogProps['file']) {
  const draft = useNotesDraft(file);
  const [written, setWritten] = useState(draft.read);
  const [reminders, setReminders] = useState(0);
  const seen = useSeenOffer(file);
  const notes = written ?? file.notes ?? '';
  const now = seen.changed;
  return {
    notes,
    setNotes: (text: string) => {
      draft.keep(text);
      setWritten(text);
    },
    forgetNotes: draft.forget,
    toSend: { offer_version: seen.before.offer_version, ...(written !== null && { notes: notes.trim() || null }) },
    conflict: {
      now,
      reminders,
      differences: now === null || written === null ? [] : listDifferences({ notes }, now, seen.before),
    },
    remind: () => setReminders((count) => count + 1),
    decide: (offer: CurrentOffer, { isTaken }: { isTaken: boolean }) => {
      if (isTaken) {
        draft.forget();
        setWritten(null);
      }
      seen.decideUpon(offer);
    },
    isStale: seen.isStale,
  };
}

/** The sentence from the catalogue, and the reason if the server gave one. */
function UploadFailure({ error }: { error: Error }) {
  return (
    <Alert kind="danger" title={t('common.uploadFailed')}>
      {messageFor(error, '')}
    </Alert>
  );
}
