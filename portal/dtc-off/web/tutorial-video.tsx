import { clsx } from 'clsx';
import { CirclePlay, Expand } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../web/text.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { EmptyState } from '../../../web/ui/table-states.tsx';
import { Video, VideoFrame } from '../../../web/ui/video.tsx';
import { ConfigureLink } from '../../settings/web/configure-link.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';

/**
 * The operator's video, small; pressing it opens and plays it large (C-AI-03). Without a video, both views show that.
 */
export function TutorialVideo() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const address = data.tutorial_video_url;
  return (
    <Card title={t('dtc-off.tutorial')}>
      <div className="relative">
        {address === null ? (
          <p className="flex min-h-32 flex-col items-center justify-center gap-2 rounded-control bg-surface2 p-4 pb-14 text-body text-text2">
            <CirclePlay size={28} className="text-text3" />
            {t('common.notConfigured')}
          </p>
        ) : (
          <VideoFrame address={address} isStill />
        )}
        <OpenButton isQuiet={address === null} onOpen={() => setOpen(true)} />
      </div>
      {address === null && <ConfigureLink className="mt-3" />}
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('dtc-off.tutorial')} size="large">
        {address === null ? (
          <EmptyState
            text={t('common.notConfigured')}
            action={<p className="text-text2">{t('dtc-off.noTutorial')}</p>}
          />
        ) : (
          <Video address={address} />
        )}
      </Modal>
    </Card>
  );
}

/** The whole picture can be pressed; what looks like a button is its label. */
function OpenButton({ isQuiet, onOpen }: { isQuiet: boolean; onOpen: () => void }) {
  const labelId = useId();
  return (
    <button
      type="button"
      aria-labelledby={labelId}
      onClick={onOpen}
      className={clsx(
        'absolute inset-0 grid rounded-control',
        isQuiet ? 'items-end justify-items-center' : 'place-items-end',
      )}
    >
      <span id={labelId} className={clsx(buttonClass({ variant: isQuiet ? 'quiet' : 'primary' }), isQuiet && 'mb-2')}>
        <Expand size={16} />
        {t('dtc-off.watchTutorial')}
      </span>
    </button>
  );
}
