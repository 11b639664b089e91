import { RecordInRow, pathOfUser } from '../../../web/record-link.tsx';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { Mailing } from '../emails.contract.ts';
import { useMailings } from './emails.api.ts';

/** What was sent before, and what is still on its way: also after the page was closed in between. */
export function AdminMailings({ onShow }: { onShow: (id: number) => void }) {
  const { data, isError, refetch } = useMailings();
  return (
    <Card flush title={t('Recent e-mails')}>
      <Table
        caption={t('Recent e-mails')}
        rows={data}
        columns={columnsOf(onShow)}
        rowKey={({ id }) => id}
        error={isError}
        onRetry={() => void refetch()}
        empty={{ text: t('No e-mails were sent yet.'), art: 'search' }}
      />
    </Card>
  );
}

function columnsOf(onShow: (id: number) => void): Column<Mailing>[] {
  return [
    {
      key: 'subject',
      header: t('Subject'),
      cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
      priority: 1,
    },
    { key: 'created', header: t('Sent at'), cell: ({ created_at }) => <TimeStamp value={created_at} /> },
    {
      key: 'by',
      header: t('By'),
      cell: ({ username, user_id }) => <RecordInRow to={pathOfUser(user_id)}>{username}</RecordInRow>,
      priority: 3,
    },
    {
      key: 'sent',
      header: t('Sent'),
      align: 'right',
      cell: ({ sent, total }) => t('{sent} of {total}', { sent, total }),
    },
    { key: 'refused', header: t('Not sent'), align: 'right', cell: ({ refused }) => refused },
    { key: 'waiting', header: t('Waiting'), align: 'right', cell: ({ waiting }) => waiting },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      showsHeader: true,
      cell: ({ id, subject }) => (
        <Button small aria-label={t('Report of {subject}', { subject })} onClick={() => onShow(id)}>
          {t('Report')}
        </Button>
      ),
    },
  ];
}
