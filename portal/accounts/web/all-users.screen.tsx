import { useMemo, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Role, UserStatus, type User } from '../accounts.contract.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, findsAll, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { useUsers } from './users.api.ts';
import { UsersAsTable } from './users-csv.tsx';
import { UsersTable, sortUsers } from './users-table.tsx';

export default function AllUsers() {
  const { data, isError, isFetching, refetch } = useUsers();
  const address = useListAddress();
  const [deleting, setDeleting] = useState<User | null>(null);
  const role = address.filter('role');
  const status = address.filter('status');
  const { search } = address;
  const rows = useMemo(
    () => data?.filter((user) => isWanted(user, { search, role, status })),
    [data, search, role, status],
  );
  return (
    <>
      <PageHeader
        title={t('All users')}
        actions={
          rows !== undefined && rows.length > 0 && <UsersAsTable listUsers={() => sortUsers(rows, address.sort)} />
        }
      />
      <Totals users={data} role={role} status={status} onChoose={address.setFilters} />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={address.setSearch}
          placeholder={t('Search by username, email, role, status...')}
          filters={filtersOf({ role, status, onChoose: address.setFilters })}
        />
        <UsersTable
          rows={rows}
          error={isError && !isFetching}
          onRetry={() => void refetch()}
          search={data?.length ? [search, role, status].filter(Boolean).join(', ') : ''}
          onClearSearch={address.clear}
          sort={address.sort}
          onSort={address.setSort}
          onDelete={setDeleting}
        />
      </Card>
      <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

type Choice = { role: string; status: string; onChoose: (filters: Record<string, string>) => void };

const filtersOf = ({ role, status, onChoose }: Choice) => [
  {
    label: t('Role'),
    any: t('Any role'),
    value: role,
    options: wordsOf(Role.options),
    onChange: (wanted: string) => onChoose({ role: wanted }),
  },
  {
    label: t('Status'),
    any: t('Any status'),
    value: status,
    options: wordsOf(UserStatus.options),
    onChange: (wanted: string) => onChoose({ status: wanted }),
  },
];

const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: t(word) }));

type Wanted = { search: string; role: string; status: string };

/** Role and status are found by how they begin, so that "active" does not show the deactivated. */
function isWanted(user: User, { search, role, status }: Wanted): boolean {
  if ((role && user.role !== role) || (status && user.status !== status)) return false;
  const texts = [user.username, user.email].map((text) => text.toLowerCase());
  const words = [user.role, user.status].map((text) => text.toLowerCase());
  return findsAll(
    search,
    (word) => texts.some((text) => text.includes(word)) || words.some((text) => text.startsWith(word)),
  );
}

type TotalsProps = {
  users: readonly User[] | undefined;
  role: string;
  status: string;
  onChoose: (filters: { role: string; status: string }) => void;
};

function Totals({ users, role, status, onChoose }: TotalsProps) {
  const count = (is: (user: User) => boolean) => users?.filter(is).length;
  const gauge = (wanted: { role: string; status: string }) => ({
    pressed: role === wanted.role && status === wanted.status,
    onPress: () => onChoose(wanted),
  });
  return (
    <Gauges
      label={t('Totals')}
      gauges={[
        { label: t('Total Users'), count: users?.length, ...gauge({ role: '', status: '' }) },
        {
          label: t('Active'),
          tone: 'green',
          count: count((user) => user.status === 'ACTIVE'),
          ...gauge({ role: '', status: 'ACTIVE' }),
        },
        {
          label: t('Deactive'),
          tone: 'red',
          count: count((user) => user.status === 'DEACTIVE'),
          ...gauge({ role: '', status: 'DEACTIVE' }),
        },
        {
          label: t('Admins'),
          tone: 'grey',
          count: count((user) => user.role === 'ADMIN'),
          ...gauge({ role: 'ADMIN', status: '' }),
        },
      ]}
    />
  );
}
