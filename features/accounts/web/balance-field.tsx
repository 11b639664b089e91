import { clsx } from 'clsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { parseMoney } from '../../credits/money.rules.ts';
import type { WithBalances } from '../balances.rules.ts';
import type { EditableUser } from '../user.ts';
import { MAX_BALANCE_REASON } from '../user-status.ts';

/** Values of the edit form; balances stay text until they are sent, so that "12," is not changed while typing. */
export type EditFields = {
  phone: string;
  country: string;
  credit_balance: string;
  ai_credit_balance: string;
  balance_reason: string;
  role: string;
  /** Empty: no staff role. */
  staff_role_id: string;
  status: string;
};

export type BalanceName = 'credit_balance' | 'ai_credit_balance';

/** The difference, computed in whole cents as in the ledger. */
const computeDifference = (from: number, to: number): number => (Math.round(to * 100) - Math.round(from * 100)) / 100;

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${formatAmount(Math.abs(value))}`;

export type BalanceFieldProps = {
  name: BalanceName;
  label: string;
  unit: string;
  /** The balance from which the edit started. */
  from: number;
  /** The difference that was meant by what was typed before the balance was reloaded. */
  meant: number | undefined;
};

export function BalanceField({ name, label, unit, from, meant }: BalanceFieldProps) {
  const { register, setValue, setFocus, formState } = useFormContext<EditFields>();
  const to = parseMoney(useWatch<EditFields, BalanceName>({ name }));
  const again = from + (meant ?? 0);
  const setAgain = () => {
    setValue(name, formatAmount(again), { shouldDirty: true, shouldValidate: true });
    setFocus(name);
  };
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        required
        hint={t('accounts.balance.currentHint', { balance: formatAmount(from), unit })}
        error={formState.errors[name]?.message}
      >
        <TextInput inputMode="decimal" autoComplete="off" className="text-right" {...register(name)} />
      </Field>
      <BalanceChange difference={computeDifference(from, to)} unit={unit} />
      {meant !== undefined && again >= 0 && computeDifference(again, to) !== 0 && (
        <div className="flex flex-wrap items-center gap-2 text-small text-text2">
          <span>{t('accounts.balance.change', { difference: signed(meant), unit })}</span>
          <Button small onClick={setAgain}>
            {t('accounts.balance.setButton', { balance: formatAmount(again) })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Appears as soon as a typed balance differs from that of `user`. */
export function BalanceReason({ user }: { user: Pick<WithBalances<EditableUser>, BalanceName> }) {
  const { register, formState } = useFormContext<EditFields>();
  const [main, ai] = useWatch<EditFields, ['credit_balance', 'ai_credit_balance']>({
    name: ['credit_balance', 'ai_credit_balance'],
  });
  const isMoving =
    computeDifference(user.credit_balance, parseMoney(main)) !== 0 ||
    computeDifference(user.ai_credit_balance, parseMoney(ai)) !== 0;
  if (!isMoving) return null;
  return (
    <Field
      label={t('accounts.balanceReason')}
      required
      hint={t('accounts.balanceReasonHint')}
      error={formState.errors.balance_reason?.message}
    >
      <TextInput autoComplete="off" maxLength={MAX_BALANCE_REASON} {...register('balance_reason')} />
    </Field>
  );
}

/** Announces money before it moves: this is the row that the ledger will get. */
function BalanceChange({ difference, unit }: { difference: number; unit: string }) {
  const isMoving = Number.isFinite(difference) && difference !== 0;
  return (
    <p
      role="status"
      className={clsx(
        'rounded-control border-l-4 bg-surface2 px-3 py-1.5 text-small text-text2',
        !isMoving && 'border-l-border-strong',
        isMoving && (difference > 0 ? 'border-l-green-solid' : 'border-l-red-solid'),
      )}
    >
      {isMoving ? (
        <>
          <strong className="text-body text-text">
            {signed(difference)} {unit}
          </strong>{' '}
          {t('accounts.balance.changeHint')}
        </>
      ) : (
        t('accounts.balance.unchanged')
      )}
    </p>
  );
}
