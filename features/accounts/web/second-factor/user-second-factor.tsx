import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { useResetSecondFactor, useUserSecondFactor } from './second-factor.api.ts';

/** For administrators: lets a user who has lost the phone log in again. Nothing for a user without a second factor. */
export function UserSecondFactor({ user }: { user: { id: number; username: string } }) {
  const { data } = useUserSecondFactor(user.id);
  const isOwn = useSession()?.user.id === user.id;
  const [isAsking, setAsking] = useState(false);
  const reset = useResetSecondFactor(user.id);
  if (!data || (data.since === null && data.passkeys === 0)) return null;
  return (
    <div className="mb-6">
      <Card title={t('accounts.secondFactor.title')}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {data.since !== null && (
            <p>
              {t('accounts.secondFactor.isOn')} <TimeStamp value={data.since} />
            </p>
          )}
          {data.passkeys > 0 && <p>{t('accounts.passkeys.count', { count: data.passkeys })}</p>}
          {!isOwn && (
            <Button small onClick={() => setAsking(true)}>
              {t('accounts.secondFactor.resetButton')}
            </Button>
          )}
        </div>
      </Card>
      <ConfirmDialog
        open={isAsking}
        title={t('accounts.secondFactor.title')}
        description={t('accounts.secondFactor.resetQuestion', { username: user.username })}
        confirmText={t('accounts.secondFactor.resetButton')}
        danger
        busy={reset.isPending}
        {...(reset.isError && { error: messageFor(reset.error, t('common.somethingWentWrong')) })}
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
