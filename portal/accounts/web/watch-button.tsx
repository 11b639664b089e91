import { Play } from 'lucide-react';
import { Suspense, lazy, useId, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';

/** Loaded on demand: a dialog would be a considerable part of the first page's code, and few watch the video. */
const WatchVideo = lazy(() => import('./watch-video.tsx'));

/** Opens the operator's introduction; without one, the button stays and gives the reason (C-LOG-07). */
export function WatchButton() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  const reason = useId();
  const address = data?.watch_video_url ?? null;
  return (
    <div className="flex min-w-36 flex-1 flex-col gap-1">
      <Button
        icon={<Play />}
        disabled={address === null}
        aria-describedby={data && address === null ? reason : undefined}
        onClick={() => setOpen(true)}
      >
        {t('accounts.watch')}
      </Button>
      {data && address === null && (
        <p id={reason} className="text-center text-small text-text3">
          {t('common.notConfigured')}
        </p>
      )}
      {address !== null && isOpen && (
        <Suspense>
          <WatchVideo address={address} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
