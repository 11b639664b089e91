import { t } from '../text.ts';

/** Shows a video file or another site's player, with a link for sites that refuse to be framed. */
export function Video({ address }: { address: string }) {
  return (
    <>
      <VideoFrame address={address} autoPlay />
      <p className="mt-3">
        <a href={address} target="_blank" rel="noreferrer" className="text-link">
          {t('common.openNewTab')}
        </a>
      </p>
    </>
  );
}

type VideoFrameProps = {
  address: string;
  autoPlay?: boolean;
  /** Not interactive, so that an element on top of it receives the press. */
  isStill?: boolean;
};

export function VideoFrame({ address, autoPlay, isStill }: VideoFrameProps) {
  const frame = 'aspect-video w-full rounded-control border bg-surface2';
  const still = isStill ? ({ tabIndex: -1, 'aria-hidden': true } as const) : {};
  if (isVideoFile(address)) {
    return (
      <video
        {...still}
        src={address}
        controls={!isStill}
        autoPlay={autoPlay}
        muted={isStill}
        preload="metadata"
        playsInline
        className={frame}
      />
    );
  }
  return (
    <iframe
      {...still}
      src={frameAddress(address)}
      title={t('common.video')}
      loading="lazy"
      allow="fullscreen; autoplay"
      // oxlint-disable-next-line react/iframe-missing-sandbox -- a player needs both, and is never a page of ours
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className={frame}
    />
  );
}

const isVideoFile = (address: string) => /\.(mp4|webm|m4v|mov|ogv)$/i.test(new URL(address).pathname);

/** Returns the address to frame. YouTube's video pages refuse to be framed, but its player does not. */
export function frameAddress(address: string): string {
  const url = new URL(address);
  const isShort = url.hostname === 'youtu.be';
  if (!isShort && !/(^|\.)youtube\.com$/.test(url.hostname)) return address;
  const id = isShort ? url.pathname.slice(1) : url.searchParams.get('v');
  return id ? `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}` : address;
}
