import { Expand } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Video, VideoFrame } from '../../../web/ui/video.tsx';
import { FILMS, findCaptions } from '../../shop/films.ts';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';

/** The tutorial, small; pressing it opens and plays it large (C-AI-03). The product's own film is loaded only then. */
export function TutorialVideo() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const address = data.tutorial_video_url;
  return (
    <Card title={t('dtc-off.tutorial')}>
      <div className="relative">
        {address === FILMS.tutorial.address ? (
          <img
            src={FILMS.tutorial.picture}
            alt=""
            loading="lazy"
            className="aspect-video w-full rounded-control border bg-surface2"
          />
        ) : (
          <VideoFrame address={address} isStill />
        )}
        <OpenButton onOpen={() => setOpen(true)} />
      </div>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('dtc-off.tutorial')} size="large">
        <Video address={address} captions={findCaptions(address)} />
      </Modal>
    </Card>
  );
}

/** The whole picture can be pressed; what looks like a button is its label. */
function OpenButton({ onOpen }: { onOpen: () => void }) {
  const labelId = useId();
  return (
    <button
      type="button"
      aria-labelledby={labelId}
      onClick={onOpen}
      className="absolute inset-0 grid place-items-end rounded-control"
    >
      <span id={labelId} className={buttonClass({ variant: 'primary' })}>
        <Expand size={16} />
        {t('dtc-off.watchTutorial')}
      </span>
    </button>
  );
}
