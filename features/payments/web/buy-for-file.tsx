import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';
import { roundUpAmount } from '../amounts.rules.ts';
import { useMissing } from './buy-amount.tsx';
import { PaymentsOff } from './payments-off.tsx';
import { PaymentForm } from './payment-form.tsx';

/**
 * The provider's hosted form in the bar of a file's page, with the customer, the file and the missing amount filled in. A
 * banner text, which replaces the Buy Credits screen, does not affect it.
 */
export function BuyForFile({ fileId, children }: { fileId: number; children: ReactNode }) {
  const { data: configuration, isError, refetch } = useApplicationConfiguration();
  const needed = roundUpAmount(useMissing(fileId, useMyUser().data?.credit_balance));
  const checkout = configuration?.checkout;
  if (!checkout) {
    return (
      <>
        {children}
        {configuration !== undefined && <PaymentsOff configuration={configuration} />}
        {configuration === undefined && !isError && (
          <Button variant="primary" busy busyText={t('payments.buy.payButton')} />
        )}
        {configuration === undefined && isError && (
          <Alert kind="danger" action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}>
            {t('common.somethingWentWrong')}
          </Alert>
        )}
      </>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1.5 max-sm:w-full max-sm:gap-x-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-small max-sm:w-full max-sm:text-label">
        {children}
        {checkout.is_test && (
          <span
            title={t('common.testModeHint')}
            className="rounded-control bg-yellow-bg px-1.5 font-strong text-yellow-fg"
          >
            {t('common.testMode')}
          </span>
        )}
      </div>
      <OtherAmount fileId={fileId} needed={needed} />
      <PaymentForm checkout={checkout} fileId={fileId}>
        {needed > 0 && (
          <>
            <input type="hidden" name={checkout.amount_field} value={needed.toFixed(2)} />
            <p className="sr-only">{t('payments.buy.amountHint', { n: formatAmount(needed) })}</p>
          </>
        )}
      </PaymentForm>
    </div>
  );
}

/** On a phone beside the button, so that the bar has two lines in every language. */
const OtherAmount = ({ fileId, needed }: { fileId: number; needed: number }) => (
  <Link
    to={`/buy-credits?file=${fileId}${needed > 0 ? `&amount=${needed}` : ''}`}
    className="link text-small max-sm:max-w-28"
  >
    {t('payments.buy.otherAmountButton')}
  </Link>
);
