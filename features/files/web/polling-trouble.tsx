import { WifiOff } from 'lucide-react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';

type PollingTroubleProps = {
  isFailing: boolean;
  /** When the last response arrived, in milliseconds. */
  lastUpdate: number;
  onRetry: () => void;
};

/** A note that what is on the screen may be out of date; the content stays. */
export function PollingTrouble({ isFailing, lastUpdate, onRetry }: PollingTroubleProps) {
  return (
    <div role="status">
      {isFailing && (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-body text-text2">
          <WifiOff size={18} className="shrink-0" />
          <p>
            {t('files.offlineSince')} <TimeStamp value={lastUpdate} />
          </p>
          <Button small onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
