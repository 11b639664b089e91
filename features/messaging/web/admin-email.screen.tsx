import { useMemo, useRef, useState, type RefObject } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../web/client/drafts.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { useEmailSpelling } from '../../../web/ui/email-text.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { MailRecipient } from '../emails.calls.ts';
import { EmailFields } from '../message-fields.ts';
import { isRecipientGone, dropGoneRecipients } from './admin-email-choice.tsx';
import { AdminMailBody } from './admin-mail-body.tsx';
import { AdminMailingReport } from './admin-mailing-report.tsx';
import { AdminMailings } from './admin-mailings.tsx';
import { AdminRecipients, type Recipient } from './admin-recipients.tsx';
import { useMailRecipients, useSendEmails, useSendEmailsAsync } from './emails.api.ts';

const NO_RECIPIENTS: ReadonlySet<string> = new Set();

export default function AdminEmail() {
  const recipients = useMailRecipients();
  const spell = useEmailSpelling(useMemo(() => recipients.data?.map(({ email }) => email) ?? [], [recipients.data]));
  const people = useMemo(() => recipients.data?.map((one) => toRecipient(one, spell)), [recipients.data, spell]);
  const [chosen, setChosen] = useState(NO_RECIPIENTS);
  const [reported, setReported] = useState<number | null>(null);
  const report = useRef<HTMLDivElement>(null);
  const readAgain = async () => {
    const { data } = await recipients.refetch();
    if (data) setChosen((was) => dropGoneRecipients(was, listReachable(data)));
  };
  const show = (id: number) => {
    setReported(id);
    requestAnimationFrame(() => report.current?.scrollIntoView({ block: 'nearest' }));
  };
  const finish = (id: number) => {
    // If the button is pressed again by mistake, no one gets the mail twice.
    setChosen(NO_RECIPIENTS);
    show(id);
  };
  return (
    <>
      <PageHeader title={t('messaging.mailing.title')} />
      <div className="grid gap-6">
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <MailForm recipients={chosen} onSent={finish} onGone={() => void readAgain()} />
          <AdminRecipients
            people={people}
            isFailed={recipients.isError}
            onRetry={() => void recipients.refetch()}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
        <Report id={reported} place={report} />
        <AdminMailings onShow={show} />
      </div>
    </>
  );
}

const listReachable = (users: readonly MailRecipient[]) =>
  users.filter(({ verified }) => verified).map(({ email }) => email);

/** Until an address is confirmed, only the confirmation is sent there. */
function toRecipient({ email, status, verified }: MailRecipient, spell: (email: string) => string): Recipient {
  const choice = { key: email, name: spell(email) };
  if (!verified) return { ...choice, hint: t('messaging.recipients.notConfirmedHint'), isUnreachable: true };
  return status === 'DEACTIVE' ? { ...choice, hint: t('messaging.recipients.cannotLogIn') } : choice;
}

function Report({ id, place }: { id: number | null; place: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={place} className="empty:hidden">
      {id !== null && <AdminMailingReport key={id} id={id} />}
    </div>
  );
}

interface MailFormProps {
  recipients: ReadonlySet<string>;
  onSent: (mailingId: number) => void;
  /** Called when one of the recipients is no longer a user. */
  onGone: () => void;
}

function MailForm({ recipients, onSent, onGone }: MailFormProps) {
  const [text, setText] = useState(readMail);
  const [errors, setErrors] = useState<FieldMessages>({});
  const [reportedErrors, setReportedErrors] = useState(recipients);
  // The sent text stays in sight, but is gone when the user comes back later.
  const finish = (mailingId: number) => {
    Object.values(DRAFTS).forEach(forgetDraft);
    onSent(mailingId);
  };
  const sending = useSending({ onSent: finish, onGone });
  const change = (part: Partial<typeof text>) => {
    setText((was) => ({ ...was, ...part }));
    for (const [field, typed] of Object.entries(part)) keepDraft(DRAFTS[field as keyof typeof DRAFTS], typed);
    setErrors({});
  };
  const press = (start: (fields: EmailFields) => void) => {
    const fields = { ...text, recipients: [...recipients] };
    const found = findFieldErrors(EmailFields, fields);
    setErrors(found);
    setReportedErrors(recipients);
    if (Object.keys(found).length === 0 && !sending.isBusy) start(fields);
  };
  // Another choice of recipients may be right.
  const refusal = (reportedErrors === recipients && errors.recipients) || sending.refusal;
  return (
    <Card title={t('common.message')}>
      <div className="grid gap-4">
        <Field required label={t('common.subject')} error={errors.subject}>
          <TextInput
            value={text.subject}
            autoComplete="off"
            onChange={(event) => change({ subject: event.target.value })}
          />
        </Field>
        <AdminMailBody html={text.body} error={errors.body} onChange={(body) => change({ body })} />
        {refusal !== '' && <Alert kind="danger">{refusal}</Alert>}
        <SendButtons
          sending={sending}
          needsRecipients={recipients.size === 0}
          onPress={(start) => recipients.size > 0 && press(start)}
        />
      </div>
    </Card>
  );
}

const DRAFTS = { subject: 'subject of a mail', body: 'body of a mail' };

const readMail = () => ({ subject: readDraft(DRAFTS.subject), body: readDraft(DRAFTS.body) });

interface SendButtonsProps {
  sending: ReturnType<typeof useSending>;
  needsRecipients: boolean;
  onPress: (start: (fields: EmailFields) => void) => void;
}

function SendButtons({ sending, needsRecipients, onPress }: SendButtonsProps) {
  return (
    <>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button
          aria-disabled={needsRecipients}
          busy={sending.isStarting}
          busyText={t('messaging.mailing.starting')}
          onClick={() => onPress(sending.startAsync)}
        >
          {t('messaging.mailing.sendAsyncButton')}
        </Button>
        <Button
          variant="primary"
          aria-disabled={needsRecipients}
          busy={sending.isSending}
          busyText={t('common.sending')}
          onClick={() => onPress(sending.sendNow)}
        >
          {t('messaging.mailing.title')}
        </Button>
      </div>
      {needsRecipients && <p className="text-right text-small text-text3">{t('messaging.recipients.required')}</p>}
    </>
  );
}

/** The toast shows the specified text; the report shows which mails were not sent. */
function useSending({ onSent, onGone }: Pick<MailFormProps, 'onSent' | 'onGone'>) {
  const now = useSendEmails();
  const later = useSendEmailsAsync();
  const fail = (error: unknown, words: string) => {
    toast.show(words, 'error');
    if (isRecipientGone(error)) onGone();
  };
  const sendNow = (fields: EmailFields) => {
    later.reset();
    now.mutate(fields, {
      onSuccess: ({ mailing, stays_here }) => {
        const { refused, waiting, sent, total } = mailing;
        if (refused > 0) toast.show(t('messaging.mailing.failed'), 'error');
        else if (stays_here) toast.show(t('messaging.mailing.inOutbox'), 'warning');
        else if (waiting > 0) {
          toast.show(t('messaging.mailing.sentSoFar', { count: sent, total }), 'info');
        } else toast.show(t('messaging.mailing.sent'));
        onSent(mailing.id);
      },
      onError: (error) => fail(error, t('messaging.mailing.failed')),
    });
  };
  const startAsync = (fields: EmailFields) => {
    now.reset();
    later.mutate(fields, {
      onSuccess: ({ mailing_id, stays_here }) => {
        if (stays_here) toast.show(t('messaging.mailing.inOutbox'), 'warning');
        else toast.show(t('messaging.mailing.started'));
        onSent(mailing_id);
      },
      onError: (error) => fail(error, t('messaging.mailing.startFailed')),
    });
  };
  return {
    sendNow,
    startAsync,
    isSending: now.isPending,
    isStarting: later.isPending,
    isBusy: now.isPending || later.isPending,
    refusal: messageFor(now.error ?? later.error, ''),
  };
}
