import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Table } from '../../../web/ui/table.tsx';
import { OperatorNotices } from '../../shop/notices/web/operator-notices.tsx';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';
import { PAYMENTS_SHOWN, type PaymentMessage, type PaymentsShown } from '../payments.calls.ts';
import { paymentColumns } from './payment-columns.tsx';
import { isToReview, railOf } from './payment-outcome.tsx';
import { usePayments, useSandboxPayments } from './payments.api.ts';
import type { ReviewPaymentProps } from './review-payment.tsx';
import { TestMode } from './payments-off.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { SandboxPayment } from '../sandbox.calls.ts';
import type { SandboxNoticeFormProps } from './sandbox-notice-form.tsx';

const ReviewPayment = lazyDialog<ReviewPaymentProps & { open: boolean }>(
  async () => (await import('./review-payment.tsx')).ReviewPayment,
);

const EMPTY: Record<PaymentsShown, Label> = {
  review: textKey('payments.reviewEmpty'),
  open: textKey('payments.openEmpty'),
  rejected: textKey('payments.rejectedEmpty'),
  all: textKey('payments.empty'),
};

/** What the provider reported, and what became of it; an addition to the specification. */
export default function AdminPaymentsScreen() {
  const { show, transaction, customer, setShow } = useShown();
  const { data, isError, isPlaceholderData, refetch } = usePayments({ show, transaction, customer });
  const [reviewed, setReviewed] = useState<PaymentMessage | null>(null);
  return (
    <>
      <PageHeader title={t('common.payments')} hint={t('payments.introduction')} />
      <Totals counts={data} shown={transaction === '' && customer === '' ? show : null} onShow={setShow} />
      <div className="grid gap-6">
        <OperatorNotices only={['payments.off', 'payments.test_mode']} />
        <SwitchedOff />
        {data?.test_credits && <TestCreditsLeft {...data.test_credits} />}
        <Card
          flush
          {...((transaction !== '' || customer !== '') && {
            title: transaction === '' ? t('payments.customerTitle') : t('payments.paymentTitle', { name: transaction }),
            actions: <ButtonLink to="/admin/payments?show=all">{t('common.clearFilters')}</ButtonLink>,
          })}
        >
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
            <Table
              caption={t('common.payments')}
              rows={isPlaceholderData && data?.messages.length === 0 ? undefined : data?.messages}
              error={isError}
              onRetry={() => void refetch()}
              columns={paymentColumns((message) => setReviewed(message))}
              rowKey={(message) => message.id}
              rail={railOf}
              dense
              search={transaction}
              isFiltered
              onClearSearch={() => setShow('all')}
              empty={{
                text: t(EMPTY[show]),
                art: 'ledger',
                action: <NextStep to="/admin/credits-ledger">{t('common.allCreditsHistory')}</NextStep>,
              }}
            />
          </div>
        </Card>
        <Sandbox />
      </div>
      {reviewed !== null && isToReview(reviewed) && (
        <ReviewPayment open message={reviewed} onClose={() => setReviewed(null)} />
      )}
    </>
  );
}

/** What is shown, stored in the address; for a single transaction, all messages about it. */
function useShown() {
  const [parameters, setParameters] = useSearchParams();
  const requestedShow = parameters.get('show');
  const transaction = (parameters.get('transaction') ?? '').slice(0, 100);
  const asCustomer = parameters.get('customer') ?? '';
  return {
    customer: /^[1-9]\d{0,14}$/.test(asCustomer) ? asCustomer : '',
    show: PAYMENTS_SHOWN.find((one) => one === requestedShow) ?? (transaction === '' ? 'review' : 'all'),
    transaction,
    setShow: (shown: PaymentsShown) => setParameters(shown === 'review' ? {} : { show: shown }, { replace: true }),
  };
}

type TotalsProps = {
  counts: ReturnType<typeof usePayments>['data'];
  /** Null when the messages of one transaction are shown. */
  shown: PaymentsShown | null;
  onShow: (shown: PaymentsShown) => void;
};

function Totals({ counts, shown, onShow }: TotalsProps) {
  const gauge = (one: PaymentsShown, label: string, count: number | undefined) => ({
    label,
    count,
    pressed: shown === one,
    onPress: () => onShow(one),
  });
  return (
    <Gauges
      label={t('common.payments')}
      gauges={[
        { ...gauge('review', t('payments.toReview'), counts?.to_review), tone: 'red' },
        { ...gauge('open', t('payments.onTheirWay'), counts?.open), tone: 'yellow' },
        { ...gauge('rejected', t('payments.rejected'), counts?.rejected), tone: 'grey' },
        { ...gauge('all', t('payments.all'), counts?.total) },
      ]}
    />
  );
}

function SwitchedOff() {
  if (useApplicationConfiguration().data?.payments_off !== 'SWITCHED_OFF') return null;
  return <Alert title={t('common.paymentsOff')}>{t('payments.off.operatorHint')}</Alert>;
}

function Sandbox() {
  if (useApplicationConfiguration().data?.checkout?.mode !== 'sandbox') return null;
  return (
    <>
      <TestMode />
      <SandboxPayments />
    </>
  );
}

/** Warns of credits without a payment in a portal where money is real. */
function TestCreditsLeft({ credits, customers }: { credits: number; customers: number }) {
  return (
    <Alert kind="danger" title={t('payments.testCredits.title')}>
      {t('payments.testCredits.hint', { credits: formatAmount(credits), count: customers })}
    </Alert>
  );
}

const SandboxNoticeForm = lazyDialog<SandboxNoticeFormProps & { open: boolean }>(
  async () => (await import('./sandbox-notice-form.tsx')).SandboxNoticeForm,
);

/** The provider's side of the sandbox: what was paid there, and its messages about it. */
function SandboxPayments() {
  const { data, isError, refetch } = useSandboxPayments();
  const [about, setAbout] = useState<SandboxPayment | null>(null);
  return (
    <Card title={t('payments.sandbox.title')} flush>
      <Table
        caption={t('payments.sandbox.title')}
        rows={data}
        error={isError}
        onRetry={() => void refetch()}
        columns={listColumns(setAbout)}
        rowKey={(payment) => payment.transaction_id}
        dense
        empty={{ text: t('payments.sandbox.empty'), art: 'ledger' }}
      />
      {about !== null && <SandboxNoticeForm open payment={about} onClose={() => setAbout(null)} />}
    </Card>
  );
}

function listColumns(onSend: (payment: SandboxPayment) => void): Column<SandboxPayment>[] {
  return [
    { key: 'created_at', header: t('common.createdAt'), cell: (payment) => <TimeStamp value={payment.created_at} /> },
    { key: 'transaction', header: t('payments.transaction'), cell: (payment) => payment.transaction_id, priority: 1 },
    { key: 'custom', header: t('payments.sandbox.account'), cell: (payment) => payment.custom },
    {
      key: 'amount',
      header: t('common.amount'),
      cell: (payment) => `${formatAmount(payment.amount)} EUR`,
      align: 'right',
    },
    { key: 'status', header: t('common.status'), cell: (payment) => payment.status.replaceAll('_', ' ') },
    {
      key: 'actions',
      header: t('common.actions'),
      actions: true,
      showsHeader: true,
      cell: (payment) => (
        <Button
          small
          onClick={() => onSend(payment)}
          aria-label={t('payments.sandbox.sendNoticeLabel', { name: payment.transaction_id })}
        >
          {t('payments.sandbox.sendNotice')}
        </Button>
      ),
    },
  ];
}
