import { useSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { TicketsTable } from './tickets-table.tsx';
import { useUserTickets } from './tickets.api.ts';

export default function MyTicketsScreen() {
  const userId = useSession()?.user.id ?? 0;
  const { data, isError, isFetching, refetch } = useUserTickets(userId);
  return (
    <>
      <PageHeader title={t('My Tickets')} />
      <TicketsTable
        viewer="customer"
        caption={t('My Tickets')}
        tickets={data}
        isError={isError && !isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}
