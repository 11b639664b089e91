import { useMemo, useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { useDraft } from '../../../web/client/drafts.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { useEmailSpelling } from '../../../web/ui/email-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { NotifyUsers } from '../../messaging/message-fields.ts';
import { isRecipientGone, dropGoneRecipients } from '../../messaging/web/admin-email-choice.tsx';
import { AdminRecipients } from '../../messaging/web/admin-recipients.tsx';
import { useNotifyUsers } from '../../messaging/web/notifications.api.ts';
import { useUsers } from './users.api.ts';

const NO_RECIPIENTS: ReadonlySet<string> = new Set();

export default function AdminPushNotification() {
  const users = useUsers();
  const spell = useEmailSpelling(useMemo(() => users.data?.map(({ email }) => email) ?? [], [users.data]));
  const people = useMemo(
    () =>
      users.data?.map(({ id, username, email, status }) => ({
        key: String(id),
        name: username,
        hint: status === 'DEACTIVE' ? `${spell(email)} · ${t('messaging.recipients.cannotLogIn')}` : spell(email),
      })),
    [users.data, spell],
  );
  const [chosen, setChosen] = useState(NO_RECIPIENTS);
  const readAgain = async () => {
    const { data } = await users.refetch();
    const listed = data?.map(({ id }) => String(id));
    if (listed) setChosen((was) => dropGoneRecipients(was, listed));
  };
  return (
    <>
      <PageHeader title={t('common.sendNotification')} subline={t('messaging.push.reachHint')} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Message recipients={chosen} onSent={() => setChosen(NO_RECIPIENTS)} onGone={() => void readAgain()} />
        <AdminRecipients
          people={people}
          isFailed={users.isError}
          onRetry={() => void users.refetch()}
          chosen={chosen}
          onChange={setChosen}
        />
      </div>
    </>
  );
}

interface MessageProps {
  recipients: ReadonlySet<string>;
  onSent: () => void;
  /** Called when one of the recipients is no longer a user. */
  onGone: () => void;
}

function Message(props: MessageProps) {
  const { recipients } = props;
  const { message, setMessage, formError, send, isSending, refusal } = useSending(props);
  const needsRecipients = recipients.size === 0;
  return (
    <Card title={t('messaging.push.title')}>
      <div className="grid gap-4">
        <Field required label={t('common.message')} hint={t('messaging.push.htmlHint')} error={formError}>
          <TextArea rows={6} value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <section aria-label={t('common.preview')} className="grid gap-1">
          <h3 className="text-small text-text2">{t('common.preview')}</h3>
          <div className="min-h-16 rounded-control border bg-surface2 px-4 py-3 text-body">
            <RichText html={message} />
          </div>
        </section>
        {refusal !== '' && <Alert kind="danger">{refusal}</Alert>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button
            variant="primary"
            disabled={needsRecipients}
            busy={isSending}
            busyText={t('common.sending')}
            onClick={send}
          >
            {t('common.sendNotification')}
          </Button>
        </div>
        {needsRecipients && <p className="text-right text-small text-text3">{t('messaging.recipients.required')}</p>}
      </div>
    </Card>
  );
}

function useSending({ recipients, onSent, onGone }: MessageProps) {
  const [message, setMessage] = useDraft('notification');
  const [errors, setErrors] = useState<FieldMessages>({});
  const [reportedErrors, setReportedErrors] = useState(recipients);
  const notify = useNotifyUsers();
  const send = () => {
    const input = { user_ids: [...recipients].map(Number), message };
    const found = findFieldErrors(NotifyUsers, input);
    setErrors(found);
    setReportedErrors(recipients);
    if (Object.keys(found).length > 0) return;
    notify.mutate(input, {
      onSuccess: () => {
        toast.show(t('common.notificationSent'));
        setMessage('');
        onSent();
      },
      onError: (error) => {
        toast.show(t('common.notificationFailed'), 'error');
        if (isRecipientGone(error)) onGone();
      },
    });
  };
  return {
    message,
    setMessage: (text: string) => {
      setMessage(text);
      setErrors({});
    },
    formError: errors.message,
    send,
    isSending: notify.isPending,
    // Shown only for the recipients it was reported for: other recipients may be fine.
    refusal: (reportedErrors === recipients && errors.user_ids) || messageFor(notify.error, ''),
  };
}
