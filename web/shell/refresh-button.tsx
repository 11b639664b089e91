import { RotateCw } from 'lucide-react';
import { t } from '../text.ts';
import { Button } from '../ui/button.tsx';

/** The same address with the time in `t`, so that nothing on the way can answer from memory (G-41). */
export function refreshedAddress(address: string, nowMs: number): string {
  const url = new URL(address);
  url.searchParams.set('t', String(nowMs));
  return url.href;
}

export function RefreshButton({ go = (address) => location.replace(address) }: { go?: (address: string) => void }) {
  return (
    <Button
      variant="quiet"
      icon={<RotateCw />}
      iconOnly
      onClick={() => go(refreshedAddress(location.href, Date.now()))}
    >
      {t('Refresh')}
    </Button>
  );
}
