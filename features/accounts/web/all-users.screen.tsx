import { UserCog, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { ListQuery } from '../../../web/lists/list-query.ts';
import { requestRowsFirst } from '../../../web/lists/request-rows-first.ts';
import { ListCsvButton } from '../../../web/lists/csv-download.tsx';
import { prepareList, toRowCount } from '../../../web/lists/use-list-pages.ts';
import { t, wordText } from '../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import type { User } from '../user.ts';
import { USER_STATUSES } from '../user-status.ts';
import type { Totals } from '../../../contract/pages.ts';
import { ROLES } from '../../../contract/capabilities.ts';
import { useNarrowing } from '../../staff/notes/web/narrowing.tsx';
import { CountryChanges } from './country-changes.tsx';
import type { AddCreditsDialogProps } from './add-credits-dialog.tsx';
import type { CreateUserDialogProps } from './create-user-dialog.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { ALL_USERS, downloadAllUsers, useAllUsers } from './all-users.api.ts';
import { UsersTable } from './users-table.tsx';
import { useCan } from '../../../web/client/session.ts';
import { ApiError } from '../../../web/client/api-error.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import type { Leftovers } from '../user-creation.calls.ts';
import { LeftoversList } from './leftovers-list.tsx';
import { useDeleteUser, useLeftovers } from './users.api.ts';
import { useUndoDeletion } from '../../staff/restore/web/undo-deletion.ts';

const CreateUserDialog = lazyDialog<CreateUserDialogProps>(
  async () => (await import('./create-user-dialog.tsx')).CreateUserDialog,
);

const AddCreditsDialog = lazyDialog<AddCreditsDialogProps>(
  async () => (await import('./add-credits-dialog.tsx')).AddCreditsDialog,
);

export const prepare = (place: Pick<Location, 'pathname' | 'search'>) => prepareList(ALL_USERS, place);

export default function AllUsers() {
  const address = useListAddress();
  const [deleting, setDeleting] = useState<User | null>(null);
  const [credited, setCredited] = useState<AddCreditsDialogProps['user'] | null>(null);
  const [mayChange, mayDelete] = [useCan('users.change'), useCan('users.delete')];
  const role = address.filter('role');
  const status = address.filter('status');
  const { search, sort } = address;
  const narrowing = useNarrowing(address, 'users');
  const query = { search, filters: { role, status, tag_id: narrowing.filters.tag_id }, sort };
  const users = useAllUsers(query);
  const { setSearch, setSort } = requestRowsFirst(address, users);
  return (
    <>
      <Header query={query} />
      <UserTotals totals={users.totals} role={role} status={status} onChoose={address.setFilters} />
      {mayChange && <CountryChanges />}
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={setSearch}
          placeholder={t('accounts.usersSearchPlaceholder')}
          filters={[...listFilters({ role, status, onChoose: address.setFilters }), ...narrowing.choice]}
        />
        <UsersTable
          rows={users.rows}
          rowCount={toRowCount(users)}
          onRange={users.onRange}
          error={users.hasFailed}
          onRetry={users.retry}
          search={
            users.totals?.all === 0
              ? ''
              : [search, role && wordText(role), status && wordText(status), narrowing.text].filter(Boolean).join(', ')
          }
          isFiltered={role !== '' || status !== '' || narrowing.text !== ''}
          onClearSearch={address.clear}
          sort={sort}
          onSort={setSort}
          onDelete={mayDelete ? setDeleting : null}
          onAddCredits={mayChange ? setCredited : null}
        />
      </Card>
      {credited && <AddCreditsDialog open user={credited} onClose={() => setCredited(null)} />}
      <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function Header({ query }: { query: ListQuery }) {
  const [isAdding, setAdding] = useState(false);
  const mayChange = useCan('users.change');
  return (
    <>
      <PageHeader
        title={t('common.allUsers')}
        actions={
          <>
            {mayChange && (
              <Button icon={<UserPlus />} onClick={() => setAdding(true)}>
                {t('accounts.addUser')}
              </Button>
            )}
            <ButtonLink to="/admin/staff-roles" icon={<UserCog />}>
              {t('common.staffRoles')}
            </ButtonLink>
            <ListCsvButton download={() => downloadAllUsers(query)} />
          </>
        }
      />
      {isAdding && <CreateUserDialog open onClose={() => setAdding(false)} />}
    </>
  );
}

type Choice = { role: string; status: string; onChoose: (filters: Record<string, string>) => void };

const listFilters = ({ role, status, onChoose }: Choice) => [
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
  const count = (field: string, value: string) => ({
    count: totals && (totals.counts[field]?.[value] ?? 0),
    isCapped: totals?.capped.includes(`${field}.${value}`),
  });
  const gauge = (filter: { role: string; status: string }) => ({
    pressed: role === filter.role && status === filter.status,
    onPress: () => onChoose(filter),
  });
  return (
    <Gauges
      label={t('common.totals')}
      gauges={[
        {
          label: t('accounts.count.total'),
          count: totals?.all,
          isCapped: totals?.capped.includes('all'),
          ...gauge({ role: '', status: '' }),
        },
        {
          label: t('accounts.count.active'),
          tone: 'green',
          ...count('status', 'ACTIVE'),
          ...gauge({ role: '', status: 'ACTIVE' }),
        },
        {
          label: t('accounts.count.deactive'),
          tone: 'red',
          ...count('status', 'DEACTIVE'),
          ...gauge({ role: '', status: 'DEACTIVE' }),
        },
        {
          label: t('accounts.count.admins'),
          tone: 'grey',
          ...count('role', 'ADMIN'),
          ...gauge({ role: 'ADMIN', status: '' }),
        },
      ]}
    />
  );
}

type DeleteUserDialogProps = { user: Pick<User, 'id' | 'username' | 'email'> | null; onClose: () => void };

/**
 * Loads what the account would leave behind when the dialog opens; the deletion covers exactly that and nothing else.
 */
function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { data: leftovers, refetch } = useLeftovers(user?.id ?? null);
  const removal = useDeleteUser();
  const undo = useUndoDeletion('USER');
  type Handlers = Parameters<typeof removal.mutate>[1];
  const confirmed = {
    ...removal,
    mutate: (id: number, { onSuccess, onError }: { onSuccess: () => void; onError: () => void } & Handlers) =>
      removal.mutate(
        { id, ...(leftovers && { seen: leftovers.seen }) },
        {
          onSuccess,
          onError: (error) => {
            onError();
            if (error instanceof ApiError && error.code === 'accounts.leftovers_changed') void refetch();
          },
        },
      ),
  };
  return (
    <DeleteDialog
      item={user}
      removal={confirmed}
      title={t('accounts.deleteUser.confirm')}
      description={user && <Whom user={user} leftovers={leftovers} />}
      deletedText={t('accounts.deleteUser.done')}
      undo={undo && (({ id, username }: NonNullable<typeof user>) => undo([id], username))}
      failedText={t('accounts.deleteUser.failed')}
      onClose={onClose}
    />
  );
}

type WhomProps = { user: Pick<User, 'username' | 'email'>; leftovers: Leftovers | undefined };

function Whom({ user, leftovers }: WhomProps) {
  return (
    <>
      <strong className="text-text wrap-anywhere">{user.username}</strong>{' '}
      <span className="wrap-anywhere">
        (<EmailText email={user.email} />)
      </span>
      <br />
      {t('accounts.deleteUser.logoutHint')} {t('accounts.deleteUser.restoreHint')}
      {leftovers && <LeftoversList {...leftovers} />}
    </>
  );
}
