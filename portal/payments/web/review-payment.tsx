import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/api-error.ts';
import { useDraft } from '../../../web/drafts.ts';
import { isolated, t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { amount } from '../../../web/ui/amount.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useUsers } from '../../accounts/web/users.api.ts';
import { PaymentReason } from './payment-reason.tsx';
import type { PaymentMessage } from '../payments.contract.ts';
import { nameOf } from './payment-columns.tsx';
import { useBookPayment, useReviewPayment } from './payments.api.ts';
import { can } from '../../capabilities.ts';

export type ReviewPaymentProps = { message: PaymentMessage; onClose: () => void };

/** Puts the money where it belongs, or only records what was done about it. */
export function ReviewPayment({ message, onClose }: ReviewPaymentProps) {
  const { data: users = [] } = useUsers();
  const [note, setNote] = useDraft(`note on payment ${message.id}`);
  const [customer, setCustomer] = useState('');
  const offered = message.currency === 'EUR' ? String(message.amount ?? '') : '';
  const [credits, setCredits] = useState(offered);
  const review = useReviewPayment();
  const book = useBookPayment();
  const isBookable = message.payment_status === 'Completed' && message.transaction_id !== null;
  const error = book.error ?? review.error;
  const field = error instanceof ApiError ? error.field : undefined;
  const errorText = error ? messageFor(error, t('common.somethingWentWrong')) : undefined;
  const { id } = message;
  const finish = () => {
    setNote('');
    onClose();
  };
  const bookIt = () => {
    review.reset();
    const chosenAmount = Number(credits.trim().replace(',', '.'));
    book.mutate({ id, user_id: Number(customer), credits: chosenAmount, note }, { onSuccess: finish });
  };
  const closeIt = () => {
    book.reset();
    review.mutate({ id, note }, { onSuccess: finish });
  };
  return (
    <Modal
      open
      onClose={onClose}
      size="medium"
      unsaved={customer !== '' || credits !== offered}
      title={t('payments.reviewName', { name: nameOf(message) })}
      description={<Facts message={message} />}
      footer={
        <>
          <Button variant={isBookable ? 'secondary' : 'primary'} busy={review.isPending} onClick={closeIt}>
            {t('payments.doneNothingBook')}
          </Button>
          {isBookable && (
            <Button variant="primary" busy={book.isPending} onClick={bookIt}>
              {t('payments.putBalance')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t('payments.whatDone')} required error={field === 'note' ? errorText : undefined}>
          <TextArea rows={2} value={note} onChange={(event) => setNote(event.target.value)} maxLength={500} />
        </Field>
        {isBookable && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('payments.customer')} error={field === 'user_id' ? errorText : undefined}>
              <Combobox
                options={users
                  .filter((user) => can(user, 'credits.buy'))
                  .map((user) => ({ value: String(user.id), label: `${isolated(user.username)} (${user.email})` }))}
                value={customer}
                onChange={setCustomer}
              />
            </Field>
            <Field label={t('common.credits')} error={field === 'credits' ? errorText : undefined}>
              <TextInput inputMode="decimal" value={credits} onChange={(event) => setCredits(event.target.value)} />
            </Field>
          </div>
        )}
        {errorText && !['note', 'user_id', 'credits'].includes(field ?? '') && <Alert kind="danger">{errorText}</Alert>}
      </div>
    </Modal>
  );
}

function Facts({ message }: { message: PaymentMessage }) {
  const paid = message.amount === null ? '' : `${amount(message.amount)} ${message.currency ?? '?'}. `;
  return (
    <>
      {paid}
      {message.reason !== null && <PaymentReason reason={message.reason} />}
    </>
  );
}
