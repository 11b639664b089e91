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
import { TestMode } from './test-mode.tsx';

/**
 * The provider's hosted form on the page of a file, with the customer and the file filled in. A banner text, which
 * replaces the Buy Credits screen, does not affect it.
 */
export function BuyForFile({ fileId }: { fileId: number }) {
  const { data: configuration, isError, refetch } = useApplicationConfiguration();
  const needed = roundUpAmount(useMissing(fileId, useMyUser().data?.credit_balance));
  if (configuration === undefined) {
    if (!isError) return <Button variant="primary" busy busyText={t('payments.buy.payButton')} />;
    return (
      <Alert kind="danger" action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}>
        {t('common.somethingWentWrong')}
      </Alert>
    );
  }
  const { checkout } = configuration;
  if (checkout === null) return <PaymentsOff configuration={configuration} />;
  return (
    <div className="grid gap-4">
      {checkout.is_test && <TestMode />}
      <PaymentForm checkout={checkout} fileId={fileId}>
        {needed > 0 && <input type="hidden" name={checkout.amount_field} value={needed.toFixed(2)} />}
      </PaymentForm>
      <p className="text-small text-text2">
        {needed > 0 && `${t('payments.buy.amountHint', { n: formatAmount(needed) })} `}
        <Link to={`/buy-credits?file=${fileId}${needed > 0 ? `&amount=${needed}` : ''}`} className="link">
          {t('payments.buy.otherAmountButton')}
        </Link>
      </p>
    </div>
  );
}
