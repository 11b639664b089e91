import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { getUserSecondFactor } from '../../second-factor.calls.ts';
import { useResetSecondFactor } from '../users.api.ts';

type UserSecondFactorCardProps = {
  user: { id: number; username: string };
  factor: ReplyOf<typeof getUserSecondFactor>;
};

/** Since when the user has a second factor, and the button that removes it. */
export default function UserSecondFactorCard({ user, factor }: UserSecondFactorCardProps) {
  const isOwn = useSession()?.user.id === user.id;
  const [isAsking, setAsking] = useState(false);
  const reset = useResetSecondFactor(user.id);
  return (
    <div className="mb-6">
      <Card title={t('accounts.secondFactor.title')}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {factor.since !== null && (
            <p>
              {t('accounts.secondFactor.isOn')} <TimeStamp value={factor.since} />
            </p>
          )}
          {factor.passkeys > 0 && <p>{t('accounts.passkeys.count', { count: factor.passkeys })}</p>}
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
