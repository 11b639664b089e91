import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { invalidText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { invalid } from '../../../contract/texts.ts';
import { parseMoney } from '../../credits/money.rules.ts';
import { hasBalances, type WithBalances } from '../balances.rules.ts';
import type { User } from '../user.ts';
import { MAX_BALANCE_REASON } from '../user-status.ts';
import { useUpdateUser, useUser } from './users.api.ts';

export type AddCreditsDialogProps = { open: boolean; user: WithBalances<User>; onClose: () => void };

const REASON_MISSING = invalid('errors.accounts.balance_reason_missing');
const NO_AMOUNT = invalid('errors.accounts.enter_amount_credits');

/** Adds credits to a balance, as the row of the ledger will show them; a negative amount takes them away. */
export function AddCreditsDialog({ open, user, onClose }: AddCreditsDialogProps) {
  const added = useAddedCredits(user, onClose);
  const { amount, reason, errors, update, submit } = added;
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  return (
    <Modal
      open={open}
      title={t('accounts.addCredits.title', { username: user.username })}
      unsaved={amount !== '' || reason !== ''}
      initialFocus={first}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={update.isPending}>
            {t('accounts.addCredits.button')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <AmountField {...added} first={first} />
        <Field
          label={t('accounts.balanceReason')}
          required
          error={errors.reason}
          hint={t('accounts.balanceReasonHint')}
        >
          <TextInput
            autoComplete="off"
            maxLength={MAX_BALANCE_REASON}
            value={reason}
            onChange={(event) => added.setReason(event.target.value)}
          />
        </Field>
        {update.error && <Alert kind="danger">{messageFor(update.error, t('accounts.editUser.failed'))}</Alert>}
      </form>
    </Modal>
  );
}

type AmountFieldProps = Pick<ReturnType<typeof useAddedCredits>, 'amount' | 'setAmount' | 'errors' | 'after'> & {
  first: RefObject<HTMLInputElement | null>;
};

function AmountField({ amount, setAmount, errors, after, first }: AmountFieldProps) {
  return (
    <Field
      label={t('accounts.addCredits.amount')}
      required
      error={errors.amount}
      hint={t('accounts.addCredits.balanceHint', { balance: formatAmount(after) })}
    >
      <TextInput
        ref={first}
        inputMode="decimal"
        autoComplete="off"
        className="text-right"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
    </Field>
  );
}

function useAddedCredits(user: WithBalances<User>, onClose: () => void) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ amount?: string | undefined; reason?: string | undefined }>({});
  const { data: before, refetch } = useUser(user.id);
  const update = useUpdateUser();
  const added = parseMoney(amount);
  const balance = before?.credit_balance ?? user.credit_balance;
  const sumWith = (from: number) => (Number.isFinite(added) ? addAmounts(from, added) : from);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      amount: Number.isFinite(added) && added !== 0 ? undefined : invalidText(NO_AMOUNT),
      reason: reason.trim() === '' ? invalidText(REASON_MISSING) : undefined,
    };
    setErrors(found);
    if (found.amount || found.reason || update.isPending) return;
    const now = before ?? (await refetch()).data;
    if (!now || !hasBalances(now)) return;
    const after = sumWith(now.credit_balance);
    const { id, balance_version } = now;
    update.mutate(
      { id, balance_version, credit_balance: after, balance_reason: reason },
      {
        onSuccess: () => {
          toast.show(t('accounts.addCredits.done', { username: user.username, balance: formatAmount(after) }));
          onClose();
        },
        // The balance may have moved meanwhile: the next attempt starts from the new one, which is shown.
        onError: () => void refetch(),
      },
    );
  };
  return { amount, reason, errors, update, after: sumWith(balance), setAmount, setReason, submit };
}

/** In whole cents, as the ledger adds. */
const addAmounts = (one: number, other: number): number => (Math.round(one * 100) + Math.round(other * 100)) / 100;
