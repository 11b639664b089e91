import { Expand } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { EmptyState } from '../../../web/ui/table-states.tsx';
import { Video, VideoFrame } from '../../../web/ui/video.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';

/** The operator's video, small; pressed, it opens large and plays (C-AI-03). Without one both say so (G-37). */
export function TutorialVideo() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  if (data === undefined) return null;
  const address = data.tutorial_video_url;
  return (
    <Card title={t('Tutorial')}>
      <div className="relative">
        {address === null ? (
          <p className="aspect-video rounded-control border bg-surface2 p-4 text-body text-text2">
            {t('Not configured')}
          </p>
        ) : (
          <VideoFrame address={address} isStill />
        )}
        <button
          type="button"
          aria-labelledby={labelId}
          onClick={() => setOpen(true)}
          className="absolute inset-0 grid place-items-end rounded-control"
        >
          <span
            id={labelId}
            className="inline-flex min-h-control items-center gap-2 rounded-control bg-accent px-4 font-strong text-on-accent"
          >
            <Expand size={18} />
            {t('Watch the tutorial')}
          </span>
        </button>
      </div>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('Tutorial')} size="large">
        {address === null ? (
          <EmptyState
            text={t('Not configured')}
            action={
              <p className="text-text2">{t('The operator of this portal has not chosen a tutorial video yet.')}</p>
            }
          />
        ) : (
          <Video address={address} />
        )}
      </Modal>
    </Card>
  );
}
