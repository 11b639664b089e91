import { EmailText } from '../../../web/ui/email-text.tsx';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import type { Column, RailTone } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import type { Delivery, Mailing } from '../emails.calls.ts';
import { useMailing } from './emails.api.ts';

const WORDS: Record<Delivery['status'], Label> = {
  sent: textKey('messaging.sent'),
  saved: textKey('messaging.savedAsFile'),
  refused: textKey('messaging.notSent'),
  waiting: textKey('messaging.waiting'),
};
const TONES: Record<Delivery['status'], RailTone> = {
  sent: 'green',
  saved: 'yellow',
  refused: 'red',
  waiting: 'yellow',
};

const COUNTED = ['sent', 'saved', 'refused', 'waiting'] as const;

const columns = (): Column<Delivery>[] => [
  {
    key: 'recipient',
    header: t('messaging.to'),
    cell: ({ recipient }) => <EmailText email={recipient} />,
    priority: 1,
    sortValue: ({ recipient }) => recipient,
  },
  {
    key: 'status',
    header: t('messaging.state'),
    cell: ({ status }) => t(WORDS[status]),
    sortValue: ({ status }) => status,
  },
  {
    key: 'reply',
    header: t('messaging.report.serverReply'),
    cell: ({ reply }) => <span className="wrap-anywhere">{reply ?? '–'}</span>,
  },
];

/** What has become of every mail of a mailing so far. */
export function AdminMailingReport({ id }: { id: number }) {
  const { data, isError, refetch } = useMailing(id);
  return (
    <Card
      flush
      title={data ? t('messaging.report.title', { subject: data.mailing.subject }) : t('messaging.report.button')}
    >
      {data && (
        <div className="grid gap-4 px-5 pb-4">
          {(data.stays_here || data.mailing.saved > 0) && (
            <Alert kind="warning">{t('messaging.report.noServer')}</Alert>
          )}
          <Progress mailing={data.mailing} />
        </div>
      )}
      <Table
        caption={t('messaging.report.button')}
        columns={columns()}
        rows={data?.deliveries}
        rowKey={({ recipient }) => recipient}
        rail={({ status }) => TONES[status]}
        error={isError && !data}
        onRetry={() => void refetch()}
        defaultSort={{ key: 'status', direction: 'ascending' }}
        empty={{ text: t('messaging.report.empty'), art: 'user' }}
      />
    </Card>
  );
}

function Progress({ mailing }: { mailing: Mailing }) {
  const { total, waiting } = mailing;
  // Without a mail server none is refused, and every mail is "not sent".
  const summary = COUNTED.filter(
    (status) => mailing[status] > 0 || status !== (mailing.saved > 0 ? 'refused' : 'saved'),
  )
    .map((status) => `${t(WORDS[status])}: ${mailing[status]}`)
    .join(', ');
  if (waiting === 0) return <p className="text-body font-strong">{summary}</p>;
  return <ProgressBar label={t('common.sending')} value={((total - waiting) / total) * 100} note={summary} />;
}
