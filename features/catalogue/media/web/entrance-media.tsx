import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { LoginMedia } from '../media.calls.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { Spinner } from '../../../../web/ui/spinner.tsx';
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

const SWEEP_FROM = 135;
const SWEEP = 270;

/** Returns a point on a circle; 0 degrees is to the right, and angles grow clockwise. */
function at(degrees: number, radius: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return { x: rounded(radius * Math.cos(radians)), y: rounded(radius * Math.sin(radians)) };
}

function arc(from: number, to: number, radius: number): string {
  const start = at(from, radius);
  const end = at(to, radius);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${end.x} ${end.y}`;
}

interface GaugeProps {
  x: number;
  y: number;
  radius: number;
  /** Labels of the large marks; there are four small marks between two of them. */
  marks: readonly string[];
  /** Position of the needle, 0 to 1. */
  value: number;
  unit: string;
}

function Gauge({ x, y, radius, marks, value, unit }: GaugeProps) {
  const steps = (marks.length - 1) * 5;
  const turn = (part: number) => SWEEP_FROM + part * SWEEP;
  const tip = at(turn(value), radius * 0.72);
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={radius} className="fill-surface stroke-border" strokeWidth="2" />
      <path d={arc(turn(0), turn(1), radius * 0.9)} className="stroke-border" strokeWidth={radius * 0.035} />
      <path d={arc(turn(0), turn(value), radius * 0.9)} className="stroke-accent" strokeWidth={radius * 0.035} />
      {Array.from({ length: steps + 1 }, (_, step) => {
        const isMark = step % 5 === 0;
        const outer = at(turn(step / steps), radius * 0.84);
        const inner = at(turn(step / steps), radius * (isMark ? 0.75 : 0.8));
        const colour = isMark ? 'stroke-text2' : 'stroke-border-strong';
        return (
          <path
            key={step}
            d={`M${outer.x} ${outer.y}L${inner.x} ${inner.y}`}
            className={colour}
            strokeWidth={isMark ? 3 : 1.5}
          />
        );
      })}
      {marks.map((mark, position) => {
        const place = at(turn(position / (marks.length - 1)), radius * 0.62);
        return (
          <text
            key={mark}
            x={place.x}
            y={place.y}
            dy="0.35em"
            textAnchor="middle"
            fontSize={radius * 0.11}
            className="fill-text3"
          >
            {mark}
          </text>
        );
      })}
      <text y={radius * 0.42} textAnchor="middle" fontSize={radius * 0.08} className="fill-text3">
        {unit}
      </text>
      <path d={`M0 0L${tip.x} ${tip.y}`} className="stroke-accent" strokeWidth={radius * 0.022} strokeLinecap="round" />
      <circle r={radius * 0.09} className="fill-surface2 stroke-border-strong" strokeWidth="2" />
      <circle r={radius * 0.03} className="fill-accent" />
    </g>
  );
}

/** Torque curves before and after tuning, which a tuner looks at first. */
function Curves({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(0.72)`}>
      <rect width="270" height="150" rx="12" className="fill-surface stroke-border" strokeWidth="2" />
      <path d="M24 42h222M24 72h222M24 102h222" className="stroke-border" strokeWidth="1.5" />
      <path d="M24 120C60 112 72 84 100 80s58-2 78 4 44 18 68 30" className="stroke-border-strong" strokeWidth="3" />
      <path d="M24 116C58 102 68 54 98 46s62-2 84 4 42 22 64 38" className="stroke-accent" strokeWidth="4" />
    </g>
  );
}

/** Drawing of an instrument cluster beside the login, for portals without a picture of their own. */
function ClusterArt() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 800 1000"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      className="absolute inset-0 size-full"
    >
      <Curves x={303} y={668} />
      <Gauge x={160} y={655} radius={125} marks={['0', '1', '2', '3']} value={0.56} unit="bar" />
      <Gauge x={640} y={655} radius={125} marks={['50', '90', '130']} value={0.42} unit="°C" />
      <Gauge
        x={400}
        y={395}
        radius={255}
        marks={['0', '1', '2', '3', '4', '5', '6', '7', '8']}
        value={0.47}
        unit="1000 r/min"
      />
    </svg>
  );
}
