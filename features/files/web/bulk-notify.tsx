import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { useDraft } from '../../../web/client/drafts.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { isRecipientGone } from '../../messaging/web/admin-email-choice.tsx';

/** Escapes the text so that it is read exactly as typed, because a notification itself is HTML. */
const toHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

type NotificationText = { message: string; leave_out_deleted?: true };

export type BulkNotifyProps = {
  /** Number of customers that it goes to. */
  owners: number;
  notify: (text: NotificationText) => Promise<{ left_out?: number | undefined }>;
  onDone: () => void;
  onClose: () => void;
};

/** Sends one notification to the owners of the chosen files or tickets, once to each of them. */
export function BulkNotify({ owners, notify, onDone, onClose }: BulkNotifyProps) {
  const form = useId();
  const { text, setText, problem, submit, isPending, error, isWithoutDeleted } = useNotification({ notify, onDone });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Modal
      open
      size="medium"
      title={t('files.notify.title', { count: owners })}
      description={t('files.notify.hint')}
      onClose={() => !isPending && onClose()}
      footer={
        <>
          <Button
            onClick={() => {
              setText('');
              onClose();
            }}
          >
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={isPending}>
            {t('common.sendNotification')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        <Field label={t('common.message')} required error={problem}>
          <TextArea rows={4} maxLength={4000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {error && (
          <Failed
            error={error}
            // Files outlive their owner's account.
            onLeaveOut={
              isRecipientGone(error) && owners > 1 && !isWithoutDeleted
                ? () => submit({ leave_out_deleted: true })
                : undefined
            }
          />
        )}
      </form>
    </Modal>
  );
}

/** The draft of a notification and how it is sent. */
function useNotification({ notify, onDone }: Pick<BulkNotifyProps, 'notify' | 'onDone'>) {
  const [text, setText] = useDraft('notification to owners');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error, variables } = useMutation({ mutationFn: notify });
  const submit = (choice: { leave_out_deleted?: true } = {}) => {
    const missing = text.trim() === '';
    setProblem(missing ? t('files.notify.messageRequired') : undefined);
    if (missing || isPending) return;
    mutate(
      { message: toHtml(text.trim()), ...choice },
      {
        onSuccess: ({ left_out = 0 }) => {
          toast.show(t('common.notificationSent'));
          if (left_out > 0) toast.show(t('files.notify.skipped', { n: left_out }), 'info');
          setText('');
          onDone();
        },
      },
    );
  };
  return { text, setText, problem, submit, isPending, error, isWithoutDeleted: variables?.leave_out_deleted === true };
}

function Failed({ error, onLeaveOut }: { error: Error; onLeaveOut: (() => void) | undefined }) {
  return (
    <Alert
      kind="danger"
      title={t('common.notificationFailed')}
      action={
        onLeaveOut && (
          <Button small onClick={onLeaveOut}>
            {t('files.notify.othersButton')}
          </Button>
        )
      }
    >
      {messageFor(error, '')}
    </Alert>
  );
}
