import { t } from '../../../../web/languages/text.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { FirstStartFacts } from '../first-start.calls.ts';
import { Literal } from './step-frame.tsx';

type Payment = FirstStartFacts['payment'];

export function PaymentFact({ payment: { provider, is_test, credited_at } }: { payment: Payment }) {
  if (provider === null) return <>{t('shop.firstStart.paymentsOff')}</>;
  const mode = is_test ? t('shop.firstStart.sandbox') : t('shop.firstStart.paymentsBy', { provider });
  if (credited_at === null) return <>{`${mode} ${t('shop.firstStart.noPayment')}`}</>;
  return (
    <>
      {mode} {t('shop.firstStart.lastPayment')} <TimeStamp value={credited_at} />
    </>
  );
}

export function PaymentStep({ payment: { provider, is_test } }: { payment: Payment }) {
  if (provider === null) {
    return (
      <>
        <p className="text-body">{t('shop.firstStart.choosePayments')}</p>
        <Literal lines={['PAYMENT_MODE=sandbox']} />
      </>
    );
  }
  return (
    <>
      <p className="max-w-prose text-body">
        {is_test ? t('shop.firstStart.paySandboxHint') : t('shop.firstStart.payRealHint')}
      </p>
      <div>
        <ButtonLink to="/admin/payments">{t('common.payments')}</ButtonLink>
      </div>
    </>
  );
}
