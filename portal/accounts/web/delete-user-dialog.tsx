import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { User } from '../accounts.contract.ts';
import { useDeleteUser } from './users.api.ts';

/** A refusal keeps the dialog open with its reason; the toast shows the text of the specification. */
export function DeleteUserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const deleteUser = useDeleteUser();
  const close = () => {
    deleteUser.reset();
    onClose();
  };
  const confirm = (id: number) =>
    deleteUser.mutate(id, {
      onSuccess: () => {
        toast.show(t('accounts.userDeletedSuccessfully'));
        close();
      },
      onError: () => toast.show(t('accounts.failedDeleteUser'), 'error'),
    });
  return (
    <ConfirmDialog
      open={user !== null}
      title={t('accounts.sureWantDeleteUser')}
      description={user && <Whom user={user} />}
      confirmText={t('common.delete')}
      busyText={t('common.deleting')}
      danger
      busy={deleteUser.isPending}
      error={messageFor(deleteUser.error, '')}
      onConfirm={() => user && confirm(user.id)}
      onCancel={close}
    />
  );
}

function Whom({ user }: { user: User }) {
  return (
    <>
      <strong className="text-text wrap-anywhere">{user.username}</strong>{' '}
      <span className="wrap-anywhere">({user.email})</span>
      <br />
      {t('accounts.userLoggedOutOnceNo')}
    </>
  );
}
