import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { LoginMedia } from '../media.calls.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { ClusterArt } from './cluster-art.tsx';
import { call } from '../../../../web/client/call.ts';
import * as contract from '../media.calls.ts';

/** The page waits at most this long for the picture or video, which is only decoration (C-LOG-10). */
export const MEDIA_LIMIT_MS = 6000;

type Stage = 'loading' | 'loaded' | 'failed';

/** The operator's picture or video, or our own drawing if there is none or it does not load. */
export function EntranceMedia() {
  const background = useLoginBackground();
  const [stage, setStage] = useState<Stage>('loading');
  useEffect(() => {
    const timer = setTimeout(() => setStage((now) => (now === 'loading' ? 'failed' : now)), MEDIA_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const media = background.data;
  if (background.isError || media === null || stage === 'failed') return <ClusterArt />;
  return (
    <>
      {media && <Media media={media} isLoaded={stage === 'loaded'} onStage={setStage} />}
      {stage === 'loading' && (
        <div role="status" className="absolute inset-0 grid place-items-center text-text3">
          <Spinner size={32} />
          <span className="sr-only">{t('common.loading')}</span>
        </div>
      )}
    </>
  );
}

type MediaProps = { media: LoginMedia; isLoaded: boolean; onStage: (stage: Stage) => void };

function Media({ media, isLoaded, onStage }: MediaProps) {
  const cover = 'absolute inset-0 size-full object-cover';
  if (media.type === 'video') return <LoopingVideo media={media} isLoaded={isLoaded} onStage={onStage} />;
  return (
    <img src={media.url} alt="" className={cover} onLoad={() => onStage('loaded')} onError={() => onStage('failed')} />
  );
}

/** Plays by itself, so it can be paused, and does not start when the reader prefers less motion (WCAG 2.2.2). */
function LoopingVideo({ media, isLoaded, onStage }: MediaProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [isPlaying, setPlaying] = useState(!isCalm);
  const press = () => {
    if (isPlaying) video.current?.pause();
    else void video.current?.play();
    setPlaying(!isPlaying);
  };
  return (
    <>
      <video
        ref={video}
        src={media.url}
        muted
        loop
        playsInline
        autoPlay={!isCalm}
        aria-hidden="true"
        className="absolute inset-0 size-full object-cover"
        onLoadedData={() => onStage('loaded')}
        onError={() => onStage('failed')}
      />
      {isLoaded && (
        <Button
          iconOnly
          icon={isPlaying ? <Pause /> : <Play />}
          className="absolute! top-3 right-3 z-1"
          onClick={press}
        >
          {isPlaying ? t('common.shell.pauseVideo') : t('common.shell.playVideo')}
        </Button>
      )}
    </>
  );
}

/** The picture or video on the left side of the login page; null when none was chosen. */
const useLoginBackground = () =>
  useQuery({
    queryKey: ['login-background'],
    queryFn: ({ signal }) => call(contract.getLoginBackground, {}, { signal }),
    staleTime: 60_000,
  });
