import { clsx } from 'clsx';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { toneOf } from '../../../web/ui/badge.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { RowBadge } from '../../../web/ui/row-badge.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table, type ListedRows } from '../../../web/ui/table.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { useCan, useSession } from '../../../web/client/session.ts';
import { hasBalances, isColleague, seesBalances, type WithBalances } from '../balances.rules.ts';
import type { User } from '../user.ts';

/** Null where the reader's staff role leaves it out. */
type RowHandlers = {
  onDelete: ((user: User) => void) | null;
  onAddCredits: ((user: WithBalances<User>) => void) | null;
};

type UsersTableProps = ListedRows<User> & RowHandlers;

export const editPath = (user: Pick<User, 'id'>) => `/admin/edit-user/${user.id}`;

const keyOf = ({ id }: User) => id;
const railOf = ({ status }: User) => toneOf(status);

export function UsersTable({ onDelete, onAddCredits, ...rest }: UsersTableProps) {
  const isCard = useMediaQuery('(width < 640px)');
  const reader = useSession()?.user;
  const mayEdit = useCan('users.change');
  const columns = useMemo(() => {
    const hidden = [
      ...(reader !== undefined && seesBalances(reader) ? [] : [CREDITS, AI_CREDITS]),
      ...(mayEdit || onDelete ? [] : [ACTIONS]),
    ];
    return listColumns({ onDelete, onAddCredits, mayEdit, isCard }).filter(({ key }) => !hidden.includes(key));
  }, [onDelete, onAddCredits, mayEdit, isCard, reader]);
  return (
    <Table
      {...rest}
      isSorted
      dense
      caption={t('common.users')}
      columns={columns}
      rowKey={keyOf}
      rail={railOf}
      to={editPath}
      empty={{ text: t('common.usersEmpty'), art: 'user' }}
    />
  );
}

const CREDITS = 'credits';
const AI_CREDITS = 'ai-credits';
const ACTIONS = 'actions';

type Look = RowHandlers & { mayEdit: boolean; isCard: boolean };

function listColumns(look: Look): Column<User>[] {
  const text = (key: 'username' | 'email' | 'country' | 'role', header: string): Column<User> => ({
    key,
    header,
    cell: (user) => (key === 'email' ? <Email email={user.email} /> : <OneLine text={user[key]} />),
    sortValue: (user) => user[key],
  });
  const balance = (key: string, header: string, read: (user: User) => number | null): Column<User> => ({
    key,
    header,
    align: 'right',
    // A colleague has no balance: on a phone, whose colleague it is stands in its place.
    cell: (user) => {
      if (!isColleague(user)) return formatAmount(read(user) ?? 0);
      return look.isCard ? <RoleText user={user} /> : '–';
    },
    sortValue: (user) => read(user) ?? 0,
  });
  return [
    { ...text('username', t('common.usernameLabel')), priority: 1, phone: 'title' },
    { ...text('email', t('common.email')), priority: 2, phone: 'line' },
    { ...text('country', t('accounts.country')), priority: 3 },
    { key: 'phone', header: t('accounts.phone'), cell: (user) => <OneLine text={user.phone} />, priority: 3 },
    { ...balance(CREDITS, t('common.creditBalance'), (user) => user.credit_balance), phone: 'end line' },
    balance(AI_CREDITS, t('common.aiCreditBalance'), (user) => user.ai_credit_balance),
    {
      ...text('role', t('common.role')),
      cell: (user) => <RoleText user={user} />,
    },
    {
      key: 'status',
      header: t('common.status'),
      phone: 'end',
      priority: 2,
      cell: (user) => <RowBadge status={user.status} />,
      sortValue: (user) => user.status,
    },
    {
      key: ACTIONS,
      header: t('common.actions'),
      actions: true,
      phone: 'after',
      showsHeader: true,
      cell: (user) => <RowActions user={user} {...look} />,
    },
  ];
}

const RoleText = ({ user: { role, company_name: name = null } }: { user: User }) => (
  <OneLine text={name === null ? role : t('accounts.colleagues.of', { name })} />
);

/** A row stays one line high; what does not fit is in the tooltip, and always in the text. */
const Email = ({ email }: { email: string }) => <OneLine text={useShownEmail(email)} isLong />;

function OneLine({ text, isLong = false }: { text: string; isLong?: boolean }) {
  if (!text) return <>–</>;
  const width = isLong ? 'sm:max-w-28 min-[50rem]:max-w-40' : 'sm:max-w-24 min-[50rem]:max-w-28';
  return (
    <span title={text} className={clsx('sm:block sm:truncate min-[94rem]:max-w-52', width)}>
      {text}
    </span>
  );
}

function RowActions({ user, mayEdit, isCard, onDelete, onAddCredits }: Look & { user: User }) {
  const look = { variant: 'quiet', small: true, iconOnly: true } as const;
  const whose = { username: user.username };
  return (
    <div className="flex justify-end gap-2 sm:-my-1 sm:gap-1">
      {/* On a phone the row itself is the link. */}
      {!isCard && onAddCredits && hasBalances(user) && !isColleague(user) && (
        <Button
          {...look}
          icon={<Plus />}
          aria-label={t('accounts.addCredits.title', whose)}
          onClick={() => onAddCredits(user)}
        >
          {t('accounts.addCredits.button')}
        </Button>
      )}
      {!isCard && mayEdit && (
        <ButtonLink
          {...look}
          to={editPath(user)}
          icon={<Pencil />}
          aria-label={t('accounts.editUser.buttonLabel', whose)}
        >
          {t('common.edit')}
        </ButtonLink>
      )}
      {onDelete && (
        <Button
          {...look}
          icon={<Trash2 />}
          aria-label={t('accounts.deleteUser.buttonLabel', whose)}
          onClick={() => onDelete(user)}
        >
          {t('common.delete')}
        </Button>
      )}
    </div>
  );
}
