import { UserX } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../user.ts';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useCan, useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { DownloadButton } from '../../../../web/ui/download-button.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import type { EraseUserDialogProps } from './erase-user-dialog.tsx';
import { useDownloadPersonalData } from './personal-data.api.ts';

const EraseUserDialog = lazyDialog<EraseUserDialogProps>(
  async () => (await import('./erase-user-dialog.tsx')).EraseUserDialog,
);

/** What a person may request from the operator: a copy of their data, or its erasure. */
export function PersonalDataCard({ user }: { user: Pick<User, 'id' | 'username' | 'email'> }) {
  const mayExport = useCan('personal-data.export');
  // Administrators cannot erase their own account.
  const isOwn = useSession()?.user.id === user.id;
  const mayErase = useCan('personal-data.erase') && !isOwn;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useDownloadPersonalData();
  if (!mayExport && !mayErase) return null;
  return (
    <Card title={t('accounts.personalData.title')}>
      <p className="text-body text-text2">{t('accounts.personalData.introduction')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {mayExport && (
          <DownloadButton
            text={t('accounts.personalData.download')}
            onStart={() => mutate(user.id)}
            isPending={isPending}
            failure={error ? messageFor(error, t('common.somethingWentWrong')) : undefined}
          />
        )}
        {mayErase && (
          <Button variant="danger" icon={<UserX />} onClick={() => setIsAsking(true)}>
            {t('accounts.personalData.eraseButton')}
          </Button>
        )}
      </div>
      {isAsking && <EraseUserDialog open user={user} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
