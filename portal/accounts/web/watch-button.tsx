import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';

/** Opens the operator's introduction; without one the button stays and says so (C-LOG-07, G-37). */
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
        {t('Watch')}
      </Button>
      {data && address === null && (
        <p id={reason} className="text-center text-small text-text3">
          {t('Not configured')}
        </p>
      )}
      {address !== null && (
        <Modal open={isOpen} onClose={() => setOpen(false)} title={t('Watch')} size="large">
          <Video address={address} />
        </Modal>
      )}
    </div>
  );
}

function Video({ address }: { address: string }) {
  const frame = 'aspect-video w-full rounded-control border bg-surface2';
  return (
    <>
      {isVideoFile(address) ? (
        <video src={address} controls autoPlay playsInline className={frame} />
      ) : (
        <iframe
          src={frameAddress(address)}
          title={t('Video')}
          allow="fullscreen; autoplay"
          // oxlint-disable-next-line react/iframe-missing-sandbox -- a player needs both, and is never a page of ours
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          className={frame}
        />
      )}
      <p className="mt-3">
        <a href={address} target="_blank" rel="noreferrer" className="text-link">
          {t('Open in a new tab')}
        </a>
      </p>
    </>
  );
}

const isVideoFile = (address: string) => /\.(mp4|webm|m4v|mov|ogv)$/i.test(new URL(address).pathname);

/** The page of a YouTube video refuses to be framed; its player does not. */
export function frameAddress(address: string): string {
  const url = new URL(address);
  const isShort = url.hostname === 'youtu.be';
  if (!isShort && !/(^|\.)youtube\.com$/.test(url.hostname)) return address;
  const id = isShort ? url.pathname.slice(1) : url.searchParams.get('v');
  return id ? `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}` : address;
}
