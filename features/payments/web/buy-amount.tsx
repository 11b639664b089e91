import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/ui/amount.ts';
import { canPay } from '../../files/files.rules.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';
import type { ApplicationConfiguration } from '../../shop/settings.calls.ts';
import { chooseFirstAmount } from '../amounts.rules.ts';
import { AmountChoice } from './amount-choice.tsx';
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
