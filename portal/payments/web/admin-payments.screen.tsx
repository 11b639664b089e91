import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Label, t, textKey } from '../../../web/text.ts';
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

const EMPTY: Record<PaymentsShown, Label> = {
  review: textKey('payments.noPaymentWaits'),
  open: textKey('payments.noPaymentWay'),
  rejected: textKey('payments.nothingRejected'),
  all: textKey('payments.noPaymentsFound'),
};

/** What the provider reported, and what became of it; ours, beyond the specification. */
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
      <PageHeader title={t('common.payments')} subline={t('payments.whatPaymentProviderReportedWhat')} />
      <Gauges
        label={t('common.payments')}
        gauges={[
          { ...gauge('review', t('payments.toReview'), data?.to_review), tone: 'red' },
          { ...gauge('open', t('payments.way'), data?.open), tone: 'yellow' },
          { ...gauge('rejected', t('payments.rejected'), data?.rejected), tone: 'grey' },
          { ...gauge('all', t('payments.all'), data?.total) },
        ]}
      />
      <div className="grid gap-6">
        <OperatorNotices only={['payments.off', 'payments.test_mode']} />
        {configuration?.payments_off === 'SWITCHED_OFF' && (
          <Alert title={t('common.paymentsOffCustomersCannotBuy')}>{t('payments.switchedOffPaymentModeOff')}</Alert>
        )}
        {data?.test_credits && <TestCreditsLeft {...data.test_credits} />}
        <Card
          flush
          {...(transaction !== '' && {
            title: t('payments.paymentName', { name: transaction }),
            actions: <ButtonLink to="/admin/payments?show=all">{t('common.clearFilters')}</ButtonLink>,
          })}
        >
          <Table
            caption={t('common.payments')}
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
              action: <NextStep to="/admin/credits-ledger">{t('common.allCreditsHistory')}</NextStep>,
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
    <Alert kind="danger" title={t('payments.creditsFromSandboxSpent')}>
      {t('payments.creditsCrsCustomersCustomersTest', { credits: amount(credits), customers })}
    </Alert>
  );
}
