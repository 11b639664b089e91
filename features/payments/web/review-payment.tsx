import { useMemo, useState } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { useDraft } from '../../../web/client/drafts.ts';
import { isolated, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { useEmailSpelling } from '../../../web/ui/email-text.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea, TextInput } from '../../../web/ui/text-input.tsx';
import type { User } from '../../accounts/user.ts';
import type { PaymentMessage } from '../payments.calls.ts';
import { BookPayment } from '../booking.ts';
import { useUsers } from '../../accounts/web/users.api.ts';
import { parseMoney } from '../../credits/money.rules.ts';
import { reasonText } from './payment-reason.tsx';
import { nameOf } from './payment-outcome.tsx';
import { useBookPayment, useReviewPayment } from './payments.api.ts';
import { can } from '../../../contract/capabilities.ts';
import { useCan } from '../../../web/client/session.ts';

export type ReviewPaymentProps = { message: PaymentMessage; onClose: () => void };

/** Books the money where it belongs, or only records what was done about it. */
export function ReviewPayment({ message, onClose }: ReviewPaymentProps) {
  const [note, setNote] = useDraft(`note on payment ${message.id}`);
  const [customer, setCustomer] = useState('');
  const offered = message.currency === 'EUR' && message.amount !== null ? formatAmount(message.amount) : '';
  const [credits, setCredits] = useState(offered);
  const { book, close, findError, otherError, isBooking, isClosing } = useDecision(message, () => {
    setNote('');
    onClose();
  });
  // The customer is chosen from all users.
  const seesUsers = useCan('users.read-all');
  const isBookable = seesUsers && message.payment_status === 'Completed' && message.transaction_id !== null;
  const bookIt = () => book({ user_id: Number(customer), credits, note });
  return (
    <Modal
      open
      onClose={onClose}
      size="medium"
      unsaved={customer !== '' || credits !== offered}
      title={t('payments.reviewLabel', { name: nameOf(message) })}
      description={<Facts message={message} />}
      footer={
        <>
          <Button variant={isBookable ? 'secondary' : 'primary'} busy={isClosing} onClick={() => close({ note })}>
            {t('payments.reviewForm.nothingToBookButton')}
          </Button>
          {isBookable && (
            <Button variant="primary" busy={isBooking} onClick={bookIt}>
              {t('payments.reviewForm.bookButton')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t('payments.reviewForm.doneLabel')} required error={findError('note')}>
          <TextArea rows={2} value={note} onChange={(event) => setNote(event.target.value)} maxLength={500} />
        </Field>
        {isBookable && (
          <div className="grid gap-4 sm:grid-cols-2">
            <CustomerField value={customer} onChange={setCustomer} error={findError('user_id')} />
            <Field label={t('common.credits')} error={findError('credits')}>
              <TextInput inputMode="decimal" value={credits} onChange={(event) => setCredits(event.target.value)} />
            </Field>
          </div>
        )}
        {otherError && <Alert kind="danger">{otherError}</Alert>}
      </div>
    </Modal>
  );
}

/** Places the error at the field that it names, or else at none. */
function placeError(error: Error | null, found: FieldMessages) {
  const field = error instanceof ApiError ? error.field : undefined;
  const text = error ? messageFor(error, t('common.somethingWentWrong')) : undefined;
  const isPlaced = ['note', 'user_id', 'credits'].includes(field ?? '');
  return {
    findError: (name: string) => found[name] ?? (field === name ? text : undefined),
    otherError: isPlaced ? undefined : text,
  };
}

/** Makes either of the two decisions; the refusal of one disappears when the other is tried. */
function useDecision({ id }: PaymentMessage, onSuccess: () => void) {
  const review = useReviewPayment();
  const booking = useBookPayment();
  const [found, setFound] = useState<FieldMessages>({});
  return {
    ...placeError(booking.error ?? review.error, found),
    isBooking: booking.isPending,
    isClosing: review.isPending,
    book: (typed: { user_id: number; credits: string; note: string }) => {
      review.reset();
      const errors = findFieldErrors(BookPayment, { id, ...typed });
      setFound(errors);
      if (Object.keys(errors).length > 0) return;
      booking.mutate({ id, ...typed, credits: parseMoney(typed.credits) }, { onSuccess });
    },
    close: (done: { note: string }) => {
      booking.reset();
      setFound({});
      review.mutate({ id, ...done }, { onSuccess });
    },
  };
}

const NO_USERS: readonly User[] = [];

type CustomerFieldProps = { value: string; onChange: (value: string) => void; error: string | undefined };

function CustomerField({ value, onChange, error }: CustomerFieldProps) {
  const { data: users = NO_USERS } = useUsers();
  const spell = useEmailSpelling(useMemo(() => users.map(({ email }) => email), [users]));
  const options = users
    .filter(({ role }) => can({ role, staff_capabilities: null }, 'credits.buy'))
    .map((user) => ({ value: String(user.id), label: `${isolated(user.username)} (${spell(user.email)})` }));
  return (
    <Field label={t('payments.reviewForm.customer')} error={error}>
      <Combobox options={options} value={value} onChange={onChange} />
    </Field>
  );
}

function Facts({ message }: { message: PaymentMessage }) {
  const paid = message.amount === null ? '' : `${formatAmount(message.amount)} ${message.currency ?? '?'}. `;
  return (
    <>
      {paid}
      {message.reason !== null && reasonText(message.reason)}
    </>
  );
}
