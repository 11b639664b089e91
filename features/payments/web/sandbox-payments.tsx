import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/ui/amount.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { SandboxPayment } from '../sandbox.calls.ts';
import { useSandboxPayments } from './payments.api.ts';
import type { SandboxNoticeFormProps } from './sandbox-notice-form.tsx';

const SandboxNoticeForm = lazyDialog<SandboxNoticeFormProps & { open: boolean }>(
  async () => (await import('./sandbox-notice-form.tsx')).SandboxNoticeForm,
);

/** The provider's side of the sandbox: what was paid there, and its messages about it. */
export function SandboxPayments() {
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
