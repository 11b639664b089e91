import { useState } from 'react';
import { askFirst } from '../../../web/lists/ask-first.ts';
import { ListCsvButton } from '../../../web/lists/list-csv-button.tsx';
import { prepareList, rowCountOf } from '../../../web/lists/use-list-pages.ts';
import { t, wordText } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { type User } from '../accounts.contract.ts';
import { ROLES, USER_STATUSES } from '../accounts.list.ts';
import type { Totals } from '../../pages.schemas.ts';
import { CountryChanges } from './country-changes.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { ALL_USERS, downloadAllUsers, useAllUsers } from './all-users.api.ts';
import { UsersTable } from './users-table.tsx';

export const prepare = (place: Pick<Location, 'pathname' | 'search'>) => prepareList(ALL_USERS, place);

export default function AllUsers() {
  const address = useListAddress();
  const [deleting, setDeleting] = useState<User | null>(null);
  const role = address.filter('role');
  const status = address.filter('status');
  const { search, sort } = address;
  const query = { search, filters: { role, status }, sort };
  const users = useAllUsers(query);
  const { setSearch, setSort } = askFirst(address, users);
  return (
    <>
      <PageHeader title={t('common.allUsers')} actions={<ListCsvButton download={() => downloadAllUsers(query)} />} />
      <UserTotals totals={users.totals} role={role} status={status} onChoose={address.setFilters} />
      <CountryChanges />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={setSearch}
          placeholder={t('accounts.searchUsernameEmailRoleStatus')}
          filters={filtersOf({ role, status, onChoose: address.setFilters })}
        />
        <UsersTable
          rows={users.rows}
          rowCount={rowCountOf(users)}
          onRange={users.onRange}
          error={users.hasFailed}
          onRetry={users.retry}
          search={
            users.totals?.all === 0
              ? ''
              : [search, role && wordText(role), status && wordText(status)].filter(Boolean).join(', ')
          }
          isFiltered={role !== '' || status !== ''}
          onClearSearch={address.clear}
          sort={sort}
          onSort={setSort}
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
    label: t('common.role'),
    any: t('accounts.anyRole'),
    value: role,
    options: wordsOf(ROLES),
    onChange: (filter: string) => onChoose({ role: filter }),
  },
  {
    label: t('common.status'),
    any: t('common.anyStatus'),
    value: status,
    options: wordsOf(USER_STATUSES),
    onChange: (filter: string) => onChoose({ status: filter }),
  },
];

const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: wordText(word) }));

type UserTotalsProps = {
  totals: Totals | undefined;
  role: string;
  status: string;
  onChoose: (filters: { role: string; status: string }) => void;
};

function UserTotals({ totals, role, status, onChoose }: UserTotalsProps) {
  const count = (field: string, value: string) => totals && (totals.counts[field]?.[value] ?? 0);
  const gauge = (filter: { role: string; status: string }) => ({
    pressed: role === filter.role && status === filter.status,
    onPress: () => onChoose(filter),
  });
  return (
    <Gauges
      label={t('common.totals')}
      gauges={[
        { label: t('accounts.totalUsers'), count: totals?.all, ...gauge({ role: '', status: '' }) },
        {
          label: t('accounts.active'),
          tone: 'green',
          count: count('status', 'ACTIVE'),
          ...gauge({ role: '', status: 'ACTIVE' }),
        },
        {
          label: t('accounts.deactive'),
          tone: 'red',
          count: count('status', 'DEACTIVE'),
          ...gauge({ role: '', status: 'DEACTIVE' }),
        },
        {
          label: t('accounts.admins'),
          tone: 'grey',
          count: count('role', 'ADMIN'),
          ...gauge({ role: 'ADMIN', status: '' }),
        },
      ]}
    />
  );
}
