import { t } from '../../../web/text.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { TicketsTable } from './tickets-table.tsx';
import { useTickets } from './tickets.api.ts';

export default function AllTicketsScreen() {
  const { data, isError, isFetching, refetch } = useTickets();
  return (
    <>
      {/* Until they are counted the headline says nothing about how many there are. */}
      <PageHeader title={t('Total Tickets {n}', { n: data?.length ?? '' }).trim()} />
      <TicketsTable
        viewer="administrator"
        caption={t('All tickets')}
        tickets={data}
        isError={isError && !isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}
