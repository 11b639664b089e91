import { ApiError } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import type { User } from '../user.ts';
import type { Leftovers } from '../user-creation.calls.ts';
import { LeftoversList } from './leftovers-list.tsx';
import { useDeleteUser, useLeftovers } from './users.api.ts';

type DeleteUserDialogProps = { user: Pick<User, 'id' | 'username' | 'email'> | null; onClose: () => void };

/**
 * Loads what the account would leave behind when the dialog opens; the deletion covers exactly that and nothing else.
 */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { data: leftovers, refetch } = useLeftovers(user?.id ?? null);
  const removal = useDeleteUser();
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
