import { useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { type SandboxPayment, type SandboxStatus, SANDBOX_STATUSES } from '../sandbox.calls.ts';
import { useSendSandboxNotice } from './payments.api.ts';

const REASONS = ['refund', 'buyer_complaint', 'chargeback', 'guarantee', 'other'];

const INITIAL_FIELDS = {
  status: 'Refunded',
  amount: '',
  currency: 'EUR',
  receiver: '',
  charset: 'windows-1252',
  reason_code: '',
  copies: '1',
  delay_seconds: '0',
  forged: 'no',
};
type FieldName = keyof typeof INITIAL_FIELDS;

const words = (list: readonly string[]) => list.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

export type SandboxNoticeFormProps = { payment: SandboxPayment; onClose: () => void };

/** Settings for everything that a provider, its network or an impostor can do differently. */
export function SandboxNoticeForm({ payment, onClose }: SandboxNoticeFormProps) {
  const [fields, setFields] = useState(INITIAL_FIELDS);
  const { mutate, isPending, error } = useSendSandboxNotice();
  const field = (name: FieldName) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  const send = () =>
    mutate(
      { transaction_id: payment.transaction_id, ...noticeOf(fields) },
      {
        onSuccess: () => {
          toast.show(t('payments.sandbox.noticeSent'));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      onClose={onClose}
      size="medium"
      unsaved={fields !== INITIAL_FIELDS}
      title={t('payments.sandbox.sendNotice')}
      description={t('payments.sandbox.noticeHint', { name: payment.transaction_id })}
      footer={
        <Button variant="primary" busy={isPending} onClick={send}>
          {t('common.send')}
        </Button>
      }
    >
      <NoticeFields field={field} />
      {error && (
        <div className="mt-4">
          <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>
        </div>
      )}
    </Modal>
  );
}

type NoticeFieldsProps = {
  field: (name: FieldName) => { value: string; onChange: (event: { target: { value: string } }) => void };
};

function NoticeFields({ field }: NoticeFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('common.status')}>
        <Select options={words(SANDBOX_STATUSES)} {...field('status')} />
      </Field>
      <Field label={t('payments.sandbox.reason')}>
        <Select options={words(REASONS)} placeholder={t('payments.sandbox.none')} {...field('reason_code')} />
      </Field>
      <Field label={t('common.amount')} hint={t('payments.sandbox.amountHint')}>
        <TextInput inputMode="decimal" {...field('amount')} />
      </Field>
      <Field label={t('payments.sandbox.currency')}>
        <TextInput maxLength={3} {...field('currency')} />
      </Field>
      <Field label={t('payments.sandbox.receiver')} hint={t('payments.sandbox.receiverHint')}>
        <TextInput {...field('receiver')} />
      </Field>
      <Field label={t('payments.sandbox.charset')}>
        <Select options={words(['windows-1252', 'UTF-8'])} {...field('charset')} />
      </Field>
      <Field label={t('payments.sandbox.copies')}>
        <TextInput inputMode="numeric" {...field('copies')} />
      </Field>
      <Field label={t('payments.sandbox.delaySeconds')}>
        <TextInput inputMode="numeric" {...field('delay_seconds')} />
      </Field>
      <Field label={t('payments.sandbox.forged')}>
        <Select options={words(['no', 'yes'])} {...field('forged')} />
      </Field>
    </div>
  );
}

const noticeOf = (fields: typeof INITIAL_FIELDS) => ({
  status: fields.status as SandboxStatus,
  charset: fields.charset as 'UTF-8',
  currency: fields.currency,
  copies: Number(fields.copies),
  delay_seconds: Number(fields.delay_seconds),
  forged: fields.forged === 'yes',
  ...given('amount', fields.amount),
  ...given('receiver', fields.receiver),
  ...given('reason_code', fields.reason_code),
});

const given = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
