import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { allowRefresh, useRefreshPrice } from '../../../web/client/refresh-guard.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';

/** Returns the address with the time in `t`, so that no cache on the way can respond. */
export function refreshedAddress(address: string, nowMs: number): string {
  const url = new URL(address);
  url.searchParams.set('t', String(nowMs));
  return url.href;
}

/** Asks first if a reload costs something (G-33). */
export function RefreshButton({ go = (address) => location.replace(address) }: { go?: (address: string) => void }) {
  const price = useRefreshPrice();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => go(refreshedAddress(location.href, Date.now()));
  return (
    <>
      <Button
        variant="quiet"
        icon={<RotateCw />}
        iconOnly
        onClick={() => (price === null ? refresh() : setAsking(true))}
      >
        {t('common.shell.refresh.button')}
      </Button>
      <ConfirmDialog
        open={isAsking && price !== null}
        title={price ?? ''}
        description={t('common.shell.refresh.confirm')}
        confirmText={t('common.shell.refresh.confirmButton')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          allowRefresh();
          refresh();
        }}
      />
    </>
  );
}
