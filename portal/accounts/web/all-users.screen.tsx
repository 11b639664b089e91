import { useState } from 'react';
import { CsvButton } from '../../../web/lists/csv-button.tsx';
import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { type User, ROLES, USER_STATUSES } from '../accounts.contract.ts';
import { CountryChanges } from './country-changes.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { useAllUsers } from './all-users.api.ts';
import { USER_CSV } from './users-csv.tsx';
import { UsersTable } from './users-table.tsx';

export default function AllUsers() {
  const address = useListAddress();
  const [deleting, setDeleting] = useState<User | null>(null);
  const role = address.filter('role');
  const status = address.filter('status');
  const { search, sort } = address;
  const users = useAllUsers({ search, filters: { role, status }, sort });
  return (
    <>
      <PageHeader
        title={t('All users')}
        actions={<CsvButton name="users" columns={USER_CSV} takeAll={users.takeAll} />}
      />
      <Totals {...users} role={role} status={status} onChoose={address.setFilters} />
      <CountryChanges />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={address.setSearch}
          placeholder={t('Search by username, email, role, status...')}
          filters={filtersOf({ role, status, onChoose: address.setFilters })}
        />
        <UsersTable
          rows={users.rows}
          onRange={users.onRange}
          error={users.hasFailed}
          onRetry={users.retry}
          search={users.total === 0 ? '' : [search, role, status].filter(Boolean).join(', ')}
          onClearSearch={address.clear}
          sort={sort}
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
    options: wordsOf(ROLES),
    onChange: (wanted: string) => onChoose({ role: wanted }),
  },
  {
    label: t('Status'),
    any: t('Any status'),
    value: status,
    options: wordsOf(USER_STATUSES),
    onChange: (wanted: string) => onChoose({ status: wanted }),
  },
];

const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: t(word) }));

type TotalsProps = Pick<ReturnType<typeof useAllUsers>, 'total' | 'counts'> & {
  role: string;
  status: string;
  onChoose: (filters: { role: string; status: string }) => void;
};

function Totals({ total, counts, role, status, onChoose }: TotalsProps) {
  const count = (field: string, value: string) => counts && (counts[field]?.[value] ?? 0);
  const gauge = (wanted: { role: string; status: string }) => ({
    pressed: role === wanted.role && status === wanted.status,
    onPress: () => onChoose(wanted),
  });
  return (
    <Gauges
      label={t('Totals')}
      gauges={[
        { label: t('Total Users'), count: total, ...gauge({ role: '', status: '' }) },
        {
          label: t('Active'),
          tone: 'green',
          count: count('status', 'ACTIVE'),
          ...gauge({ role: '', status: 'ACTIVE' }),
        },
        {
          label: t('Deactive'),
          tone: 'red',
          count: count('status', 'DEACTIVE'),
          ...gauge({ role: '', status: 'DEACTIVE' }),
        },
        {
          label: t('Admins'),
          tone: 'grey',
          count: count('role', 'ADMIN'),
          ...gauge({ role: 'ADMIN', status: '' }),
        },
      ]}
    />
  );
}
