import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import type { Column, RailTone } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import type { Delivery, Mailing } from '../emails.contract.ts';
import { useMailing } from './emails.api.ts';

const WORDS: Record<Delivery['status'], string> = { sent: 'Sent', refused: 'Not sent', waiting: 'Waiting' };
const TONES: Record<Delivery['status'], RailTone> = { sent: 'green', refused: 'red', waiting: 'yellow' };

const columns = (): Column<Delivery>[] => [
  {
    key: 'recipient',
    header: t('To'),
    cell: ({ recipient }) => recipient,
    priority: 1,
    sortValue: ({ recipient }) => recipient,
  },
  { key: 'status', header: t('State'), cell: ({ status }) => t(WORDS[status]), sortValue: ({ status }) => status },
  {
    key: 'reply',
    header: t('Reply of the mail server'),
    cell: ({ reply }) => <span className="wrap-anywhere">{reply ?? '–'}</span>,
  },
];

/** What became of every mail of a mailing, as far as it is. */
export function AdminMailingReport({ id }: { id: number }) {
  const { data, isError, refetch } = useMailing(id);
  return (
    <Card flush title={data ? t('Report: {subject}', { subject: data.mailing.subject }) : t('Report')}>
      {data && (
        <div className="grid gap-4 px-5 pb-4">
          {data.stays_here && (
            <Alert kind="warning">
              {t('No mail server is set (SMTP_URL), so mails stay in the outbox and are not sent.')}
            </Alert>
          )}
          <Progress mailing={data.mailing} />
        </div>
      )}
      <Table
        caption={t('Report')}
        columns={columns()}
        rows={data?.deliveries}
        rowKey={({ recipient }) => recipient}
        rail={({ status }) => TONES[status]}
        error={isError && !data}
        onRetry={() => void refetch()}
        defaultSort={{ key: 'status', direction: 'ascending' }}
        empty={{ text: t('No recipients.'), art: 'user' }}
      />
    </Card>
  );
}

function Progress({ mailing: { total, sent, refused, waiting } }: { mailing: Mailing }) {
  const summary = t('{sent} sent, {refused} not sent, {waiting} waiting', { sent, refused, waiting });
  if (waiting === 0) return <p className="text-body font-strong">{summary}</p>;
  return <ProgressBar label={t('Sending...')} value={((total - waiting) / total) * 100} note={summary} />;
}
