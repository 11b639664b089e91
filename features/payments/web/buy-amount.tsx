import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { clsx } from 'clsx';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { canPay } from '../../files/files.rules.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';
import type { ApplicationConfiguration } from '../../shop/settings.calls.ts';
import { chooseFirstAmount, listOfferedAmounts } from '../amounts.rules.ts';
import { PaymentForm } from './payment-form.tsx';

type BuyAmountProps = {
  checkout: NonNullable<ApplicationConfiguration['checkout']>;
  fileId: number | null;
  balance: number | undefined;
};

/** The amounts, with the one that a file lacks preselected, and the way to the provider. */
export function BuyAmount({ fileId, ...rest }: BuyAmountProps) {
  return fileId === null ? <Choice {...rest} fileId={null} missing={0} /> : <ForFile {...rest} fileId={fileId} />;
}

function ForFile({ fileId, ...rest }: BuyAmountProps & { fileId: number }) {
  return <Choice {...rest} fileId={fileId} missing={useMissing(fileId, rest.balance)} />;
}

/** Returns the credits that the balance lacks for a file; 0 while that is not known. */
export function useMissing(fileId: number, balance: number | undefined): number {
  const { data } = useFile(fileId, OWNER_POLL_MS);
  if (data === undefined || balance === undefined || !canPay(data.file)) return 0;
  return Math.max(0, data.file.price - balance);
}

function Choice({ checkout, fileId, balance, missing }: BuyAmountProps & { missing: number }) {
  const [parameters] = useSearchParams();
  const first = chooseFirstAmount(missing, parameters.get('amount'));
  // Null until the customer chooses: the missing amount may arrive later than the page.
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = picked ?? first;
  return (
    <PaymentForm checkout={checkout} fileId={fileId}>
      <AmountChoice
        field={checkout.amount_field}
        first={first}
        missing={missing}
        chosen={chosen}
        onChoose={setPicked}
      />
      {balance !== undefined && (
        <p className="text-body text-text2 tabular-nums">
          {formatAmount(balance)} + {formatAmount(chosen)} ={' '}
          <strong className="font-strong text-text">
            {t('payments.amountCrs', { n: formatAmount(balance + chosen) })}
          </strong>
        </p>
      )}
    </PaymentForm>
  );
}

type AmountChoiceProps = {
  /** Name of the amount in the provider's form. */
  field: string;
  /** The preselected amount. */
  first: number;
  /** What is missing to pay the file; 0 when nothing is. */
  missing: number;
  chosen: number;
  onChoose: (credits: number) => void;
};

/** How many credits to buy: native radio buttons, sent with the form as its amount in EUR. */
function AmountChoice({ field, first, missing, chosen, onChoose }: AmountChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-body font-strong">{t('payments.buy.amountTitle')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
        {listOfferedAmounts(first).map((credits) => (
          <label
            key={credits}
            className={clsx(
              'relative grid min-h-16 cursor-pointer content-center rounded-card border bg-surface px-3.5 py-2.5',
              'transition-colors duration-150 hover:bg-surface2',
              'has-checked:border-accent has-checked:bg-accent/8 has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)]',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            {/* Invisible, but over the whole card: touch exploration and speech input find it where the card is seen. */}
            <input
              type="radio"
              name={field}
              value={credits.toFixed(2)}
              checked={credits === chosen}
              onChange={() => onChoose(credits)}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            <span className="text-lead font-strong tabular-nums">
              {formatAmount(credits)} <span className="text-small font-normal text-text3">CRS</span>
            </span>
            <span className="text-small text-text2">
              {missing > 0 && credits === first
                ? t('payments.buy.coversMissing')
                : t('payments.amountEur', { n: formatAmount(credits) })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
