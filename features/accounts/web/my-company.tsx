import { useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useLeaveCompany } from './colleagues.api.ts';

/** For a colleague: the customer as whom they act, whom they can leave. An addition of ours to the specification. */
export default function MyCompany({ name }: { name: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leaving = useLeaveCompany();
  return (
    <Card title={t('accounts.colleagues.of', { name })}>
      <div className="grid justify-items-start gap-4">
        <p className="text-body text-text2">{t('accounts.colleagues.ofHint', { name })}</p>
        <Button onClick={() => setIsLeaving(true)}>{t('accounts.colleagues.leaveButton')}</Button>
      </div>
      {isLeaving && (
        <ConfirmDialog
          open
          danger
          title={t('accounts.colleagues.leaveTitle', { name })}
          description={t('accounts.colleagues.leaveText', { name })}
          confirmText={t('accounts.colleagues.leaveButton')}
          busy={leaving.isPending}
          error={messageFor(leaving.error, '')}
          onConfirm={() => leaving.mutate()}
          onCancel={() => setIsLeaving(false)}
        />
      )}
    </Card>
  );
}
