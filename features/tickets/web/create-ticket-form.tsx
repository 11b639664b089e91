import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { messageFor } from '../../../web/client/api-error.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../web/client/drafts.ts';
import { findFieldErrors, createResolver, showRefusal } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DropZone } from '../../../web/ui/drop-zone.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { TextArea, TextInput } from '../../../web/ui/text-input.tsx';
import { createKey, type Progress } from '../../../web/client/upload.ts';
import type { File as StoredFile } from '../../files/file.ts';
import { MESSAGE_LENGTH } from '../ticket.ts';
import { OpenTicket } from '../ticket-forms.ts';
import { ticketSubject } from '../tickets.rules.ts';
import { checkAttachment } from './chat-draft.tsx';
import { useOpenTicket } from './tickets.api.ts';

interface Values {
  message: string;
}

type NewTicket = { fileId: number; subject: string; message: string; file: File | null };

type CreateTicketFormProps = { file: StoredFile; onOpened: () => void };

export function CreateTicketForm({ file, onOpened }: CreateTicketFormProps) {
  const subject = ticketSubject(file);
  const check = (values: Values) => findFieldErrors(OpenTicket, { ...values, fileId: file.id });
  const draft = `ticket about file ${file.id}`;
  const form = useForm<Values>({ resolver: createResolver(check), defaultValues: { message: readDraft(draft) } });
  useDraftMessage(form, draft);
  // The error of an earlier attempt does not concern this file.
  const chosen = useChosenFile(() => form.clearErrors('root'));
  const { attachment } = chosen;
  const { open, progress, isPending } = useOpening(form);
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ message }) =>
    open({ fileId: file.id, subject, message, file: attachment }, () => {
      forgetDraft(draft);
      onOpened();
    }),
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit();
      }}
    >
      <Field label={t('common.subject')} hint={t('tickets.subjectHint')}>
        <TextInput readOnly value={subject} className="bg-surface2" />
      </Field>
      <Field label={t('common.message')} error={errors.message?.message} required>
        <TextArea {...form.register('message')} data-shortcut="c" rows={5} maxLength={MESSAGE_LENGTH} />
      </Field>
      <AttachmentField {...chosen} isSending={isPending} />
      {attachment && progress && <Sending progress={progress} />}
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending} busyText={t('tickets.creating')}>
          {t('tickets.createButton')}
        </Button>
      </div>
    </form>
  );
}

function useDraftMessage({ subscribe }: UseFormReturn<Values>, draft: string) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(draft, values.message) }),
    [subscribe, draft],
  );
}

function useOpening(form: UseFormReturn<Values>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  // The same on every press, so that a retry after a lost response does not count as another ticket.
  const [idempotencyKey] = useState(createKey);
  const { mutate, isPending } = useOpenTicket();
  const open = (ticket: NewTicket, onSuccess: () => void) =>
    mutate(
      { ...ticket, idempotencyKey, onProgress: setProgress },
      {
        onSuccess,
        onError: (error) => {
          const text = messageFor(error, t('common.somethingWentWrong'));
          showRefusal(form, { error, message: text, fields: { message: 'message' } });
        },
        onSettled: () => setProgress(null),
      },
    );
  return { open, progress, isPending };
}

function useChosenFile(onChange: () => void) {
  const [attachment, setAttachment] = useState<File | null>(null);
  const [problem, setError] = useState<string | null>(null);
  const choose = (chosen: File | null) => {
    const reason = chosen && checkAttachment(chosen);
    onChange();
    setError(reason);
    if (reason === null) setAttachment(chosen);
  };
  return { attachment, problem, choose };
}

function AttachmentField({
  attachment,
  problem,
  choose,
  isSending,
}: ReturnType<typeof useChosenFile> & { isSending: boolean }) {
  return (
    <>
      <Field label={t('tickets.attachment')} error={problem ?? undefined}>
        <DropZone onFile={choose} fileName={attachment?.name} disabled={isSending} hint={t('tickets.attachmentHint')} />
      </Field>
      {attachment && !isSending && (
        <Button className="justify-self-start" onClick={() => choose(null)}>
          {t('tickets.removeAttachment')}
        </Button>
      )}
    </>
  );
}

function Sending({ progress: { sentBytes, totalBytes } }: { progress: Progress }) {
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  return <ProgressBar label={t('common.uploading')} value={percent} doneBytes={sentBytes} totalBytes={totalBytes} />;
}
