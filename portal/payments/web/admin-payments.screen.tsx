import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { amount } from '../../../web/ui/amount.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Table } from '../../../web/ui/table.tsx';
import { OperatorNotices } from '../../operator/web/operator-notices.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';
import { type PaymentMessage, type PaymentsShown } from '../payments.contract.ts';
import { PAYMENTS_SHOWN } from '../payments.list.ts';
import { isToReview, paymentColumns, railOf } from './payment-columns.tsx';
import { usePayments } from './payments.api.ts';
import { SandboxPayments } from './sandbox-payments.tsx';
import type { ReviewPaymentProps } from './review-payment.tsx';
import { TestMode } from './test-mode.tsx';

const ReviewPayment = lazyDialog<ReviewPaymentProps & { open: boolean }>(
  async () => (await import('./review-payment.tsx')).ReviewPayment,
);

const EMPTY: Record<PaymentsShown, string> = {
  review: 'No payment waits for you.',
  open: 'No payment is on its way.',
  rejected: 'Nothing was rejected.',
  all: 'No payments found.',
};

/** What the provider reported, and what became of it; ours, beyond the two documents. */
export default function AdminPaymentsScreen() {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('show');
  const transaction = (parameters.get('transaction') ?? '').slice(0, 100);
  const show = PAYMENTS_SHOWN.find((one) => one === asked) ?? (transaction === '' ? 'review' : 'all');
  const { data, isError, isPlaceholderData, refetch } = usePayments(show, transaction);
  const configuration = useApplicationConfiguration().data;
  const isSandbox = configuration?.checkout?.mode === 'sandbox';
  const [reviewed, setReviewed] = useState<PaymentMessage | null>(null);
  const gauge = (shown: PaymentsShown, label: string, count: number | undefined) => ({
    label,
    count,
    pressed: show === shown && transaction === '',
    onPress: () => setParameters(shown === 'review' ? {} : { show: shown }, { replace: true }),
  });
  return (
    <>
      <PageHeader title={t('Payments')} subline={t('What the payment provider reported, and what was booked for it')} />
      <Gauges
        label={t('Payments')}
        gauges={[
          { ...gauge('review', t('To review'), data?.to_review), tone: 'red' },
          { ...gauge('open', t('On their way'), data?.open), tone: 'yellow' },
          { ...gauge('rejected', t('Rejected'), data?.rejected), tone: 'grey' },
          { ...gauge('all', t('All'), data?.total) },
        ]}
      />
      <div className="grid gap-6">
        <OperatorNotices only={['payments.off', 'payments.test_mode']} />
        {configuration?.payments_off === 'SWITCHED_OFF' && (
          <Alert title={t('Payments are off: customers cannot buy credits')}>
            {t('They are switched off by PAYMENT_MODE=off. Set PAYMENT_MODE to a payment provider to sell credits.')}
          </Alert>
        )}
        {data?.test_credits && <TestCreditsLeft {...data.test_credits} />}
        <Card
          flush
          {...(transaction !== '' && {
            title: t('Payment {name}', { name: transaction }),
            actions: <ButtonLink to="/admin/payments?show=all">{t('Clear filters')}</ButtonLink>,
          })}
        >
          <Table
            caption={t('Payments')}
            rows={isPlaceholderData ? undefined : data?.messages}
            error={isError}
            onRetry={() => void refetch()}
            columns={paymentColumns((message) => setReviewed(message))}
            rowKey={(message) => message.id}
            rail={railOf}
            dense
            search={transaction}
            isFiltered
            onClearSearch={() => setParameters({ show: 'all' }, { replace: true })}
            empty={{
              text: t(EMPTY[show]),
              art: 'ledger',
              action: <NextStep to="/admin/credits-ledger">{t('All Credits History')}</NextStep>,
            }}
          />
        </Card>
        {isSandbox && (
          <>
            <TestMode />
            <SandboxPayments />
          </>
        )}
      </div>
      {reviewed !== null && isToReview(reviewed) && (
        <ReviewPayment open message={reviewed} onClose={() => setReviewed(null)} />
      )}
    </>
  );
}

/** Credits without a payment, in a portal where money is real. */
function TestCreditsLeft({ credits, customers }: { credits: number; customers: number }) {
  return (
    <Alert kind="danger" title={t('Credits from the sandbox can be spent')}>
      {t(
        '{credits} CRS of {customers} customers were test payments, made before payments became real. They were never paid for, and they can be spent. Rows marked as a test in All Credits History show whose they are; take them off the balance under All users.',
        { credits: amount(credits), customers },
      )}
    </Alert>
  );
}
