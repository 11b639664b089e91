import { Play } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';

/** Loaded on demand: a dialog would be a considerable part of the first page's code, and few watch the video. */
const WatchVideo = lazy(() => import('./watch-video.tsx'));

/** Opens the operator's introduction, or the film that comes with the product (C-LOG-07). */
export function WatchButton() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-36 flex-1 flex-col gap-1">
      <Button icon={<Play />} onClick={() => setOpen(true)}>
        {t('accounts.watchVideo')}
      </Button>
      {data && isOpen && (
        <Suspense>
          <WatchVideo address={data.watch_video_url} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
