import { useEffect, useRef, type RefObject } from 'react';
import { getCurrentLanguage, t, type Label } from '../languages/text.ts';

/** One after the other, each for its time. */
export type Captions = readonly { caption: Label; seconds: number }[];

type VideoProps = {
  address: string;
  /** Captions of a film of the product, whose words are the portal's; other videos contain their own. */
  captions?: Captions | undefined;
};

/** Shows a video file or another site's player, with a link for sites that refuse to be framed. */
export function Video({ address, captions }: VideoProps) {
  return (
    <>
      <VideoFrame address={address} captions={captions} autoPlay />
      <p className="mt-3">
        <a href={address} target="_blank" rel="noreferrer" className="text-link">
          {t('common.openInNewTab')}
        </a>
      </p>
    </>
  );
}

type VideoFrameProps = VideoProps & {
  autoPlay?: boolean;
  /** Not interactive, so that an element on top of it receives the press. */
  isStill?: boolean;
};

export function VideoFrame({ address, captions, autoPlay, isStill }: VideoFrameProps) {
  const video = useRef<HTMLVideoElement>(null);
  useCaptions(video, captions);
  const frame = 'aspect-video w-full rounded-control border bg-surface2';
  const still = isStill ? ({ tabIndex: -1, 'aria-hidden': true } as const) : {};
  if (isVideoFile(address)) {
    return (
      <video
        {...still}
        ref={video}
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

/** Adds the captions to a video, in the reader's language. A track that was added cannot be removed. */
function useCaptions(video: RefObject<HTMLVideoElement | null>, captions: Captions | undefined): void {
  useEffect(() => {
    const element = video.current;
    if (element === null || captions === undefined || element.textTracks.length > 0) return;
    const track = element.addTextTrack('captions', t('shop.films.captions'), getCurrentLanguage());
    let at = 0;
    for (const { caption, seconds } of captions) {
      track.addCue(new VTTCue(at, at + seconds, t(caption)));
      at += seconds;
    }
    track.mode = 'showing';
  }, [video, captions]);
}

const isVideoFile = (address: string) => /\.(mp4|webm|m4v|mov|ogv)$/i.test(new URL(address, location.origin).pathname);

/** Returns the address to frame. YouTube's video pages refuse to be framed, but its player does not. */
export function frameAddress(address: string): string {
  const url = new URL(address, location.origin);
  const isShort = url.hostname === 'youtu.be';
  if (!isShort && !/(^|\.)youtube\.com$/.test(url.hostname)) return address;
  const id = isShort ? url.pathname.slice(1) : url.searchParams.get('v');
  return id ? `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}` : address;
}
