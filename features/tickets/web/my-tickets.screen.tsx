import { useMemo } from 'react';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { TicketsTable, matchesFilter } from './tickets-table.tsx';
import { useUserTickets } from './tickets.api.ts';

export default function MyTicketsScreen() {
  const userId = useSession()?.user.id ?? 0;
  const { data, isError, isFetching, refetch } = useUserTickets(userId);
  const address = useListAddress();
  const { search } = address;
  const status = address.filter('status');
  const rows = useMemo(
    () => data?.filter((ticket) => matchesFilter(ticket, { search, status })),
    [data, search, status],
  );
  return (
    <>
      <PageHeader title={t('common.myTickets')} />
      <TicketsTable
        viewer="customer"
        caption={t('common.myTickets')}
        address={address}
        rows={rows}
        isEmpty={!data?.length}
        error={isError && !isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}
