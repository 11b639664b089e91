import { Mail } from 'lucide-react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useInviteUser } from './users.api.ts';

/** Shown for a user who was invited and has not set a password yet. */
export function OpenInvitation({ userId }: { userId: number }) {
  const invitation = useInviteUser();
  return (
    <div className="mb-6 grid gap-3">
      <Alert
        kind="info"
        action={
          <Button small icon={<Mail />} busy={invitation.isPending} onClick={() => invitation.mutate(userId)}>
            {t('accounts.invitation.sendAgainButton')}
          </Button>
        }
      >
        {invitation.isSuccess ? t('accounts.invitation.sent') : t('accounts.invitation.pending')}
      </Alert>
      {invitation.isError && (
        <Alert kind="danger">{messageFor(invitation.error, t('common.somethingWentWrong'))}</Alert>
      )}
    </div>
  );
}
