import { RecordInRow, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { Mailing } from '../emails.calls.ts';
import { useMailings } from './emails.api.ts';

/** Earlier mailings and those still on their way, even when the page was closed in between. */
export function AdminMailings({ onShow }: { onShow: (id: number) => void }) {
  const { data, isError, refetch } = useMailings();
  return (
    <Card flush title={t('messaging.mailings.title')}>
      <Table
        caption={t('messaging.mailings.title')}
        rows={data}
        columns={listColumns(onShow)}
        rowKey={({ id }) => id}
        error={isError}
        onRetry={() => void refetch()}
        empty={{ text: t('messaging.mailings.empty'), art: 'search' }}
      />
    </Card>
  );
}

function listColumns(onShow: (id: number) => void): Column<Mailing>[] {
  return [
    {
      key: 'subject',
      header: t('common.subject'),
      cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
      priority: 1,
    },
    { key: 'created', header: t('messaging.sentAt'), cell: ({ created_at }) => <TimeStamp value={created_at} /> },
    {
      key: 'by',
      header: t('messaging.by'),
      cell: ({ username, user_id }) => <RecordInRow to={pathOfUser(user_id)}>{username}</RecordInRow>,
      priority: 3,
    },
    {
      key: 'sent',
      header: t('messaging.sent'),
      align: 'right',
      cell: ({ sent, total }) => t('messaging.mailings.sentOfTotal', { sent, total }),
    },
    { key: 'refused', header: t('messaging.notSent'), align: 'right', cell: ({ refused, saved }) => refused + saved },
    { key: 'waiting', header: t('messaging.waiting'), align: 'right', cell: ({ waiting }) => waiting },
    {
      key: 'actions',
      header: t('common.actions'),
      actions: true,
      showsHeader: true,
      cell: ({ id, subject }) => (
        <Button small aria-label={t('messaging.report.buttonLabel', { subject })} onClick={() => onShow(id)}>
          {t('messaging.report.button')}
        </Button>
      ),
    },
  ];
}
