import { t } from '../../../web/text.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import type { User } from '../accounts.contract.ts';
import { useDeleteUser } from './users.api.ts';

export const DeleteUserDialog = ({ user, onClose }: { user: User | null; onClose: () => void }) => (
  <DeleteDialog
    item={user}
    removal={useDeleteUser()}
    title={t('accounts.sureWantDeleteUser')}
    description={user && <Whom user={user} />}
    deletedText={t('accounts.userDeletedSuccessfully')}
    failedText={t('accounts.failedDeleteUser')}
    onClose={onClose}
  />
);

function Whom({ user }: { user: User }) {
  return (
    <>
      <strong className="text-text wrap-anywhere">{user.username}</strong>{' '}
      <span className="wrap-anywhere">({user.email})</span>
      <br />
      {t('accounts.deactivationEffect')}
    </>
  );
}
