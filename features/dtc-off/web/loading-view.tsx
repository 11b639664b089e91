import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { UPLOAD_RETRIES } from './dtc-off.api.ts';

/** Numbers given by the specification. */
const COLUMNS = 25;
const DIGITS = 20;
const REFRESH_MS = 200;

type LoadingViewProps = {
  /** 0, or the number of the retry that is under way. */
  retry: number;
  onCancel: () => void;
};

/** Covers the whole screen while a file is uploaded and analysed; what is behind it cannot be reached meanwhile. */
export function LoadingView({ retry, onCancel }: LoadingViewProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useUnreachablePage();
  useEffect(() => cancel.current?.focus(), []);
  return createPortal(
    <div className="dark fixed inset-0 z-40 grid animate-appear place-items-center overflow-hidden bg-bg text-text">
      <FallingDigits />
      <div className="relative grid justify-items-center gap-4 rounded-card border bg-bg/85 px-8 py-6 text-center">
        <p role="status" className="text-title font-strong tracking-widest">
          {t('dtc-off.loading')}
          {retry > 0 && (
            <span className="mt-1 block text-body font-normal tracking-normal text-yellow-fg">
              {t('common.connectionRetry', { k: retry, retries: UPLOAD_RETRIES })}
            </span>
          )}
        </p>
        <Button ref={cancel} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>,
    document.body,
  );
}

function FallingDigits() {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [columns, setColumns] = useState(randomColumns);
  useEffect(() => {
    if (isStill) return undefined;
    const timer = setInterval(() => setColumns(randomColumns()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isStill]);
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 flex justify-between overflow-hidden px-2 font-mono text-lead text-text3 max-sm:text-small max-sm:leading-none"
    >
      {columns.map((digits, column) => (
        <span
          key={column}
          data-column
          className="animate-fall whitespace-nowrap [writing-mode:vertical-rl] [text-orientation:upright]"
          // Twenty of them are as high as the screen.
          style={{ letterSpacing: 'calc(5dvh - 1em)', animationDelay: `${-((column * 7) % COLUMNS) / 5}s` }}
        >
          {digits}
        </span>
      ))}
    </div>
  );
}

const randomColumns = () =>
  Array.from({ length: COLUMNS }, () =>
    Array.from({ length: DIGITS }, () => (Math.random() < 0.5 ? '0' : '1')).join(''),
  );

function useUnreachablePage() {
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    return () => page?.removeAttribute('inert');
  }, []);
}
