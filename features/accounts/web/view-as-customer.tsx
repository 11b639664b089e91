import { CircleUserRound } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import type { ViewDialogProps } from './view-dialog.tsx';

const ViewDialog = lazyDialog<ViewDialogProps>(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** Opens the portal as this customer sees it, in a tab of its own. */
export function ViewAsCustomer({ user }: Pick<ViewDialogProps, 'user'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<CircleUserRound />} onClick={() => setAsking(true)}>
        {t('accounts.views.button')}
      </Button>
      {isAsking && <ViewDialog open user={user} onClose={() => setAsking(false)} />}
    </>
  );
}
