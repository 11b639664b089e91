import { clsx } from 'clsx';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { t } from '../text.ts';
import { usePausingTimer } from './pausing-timer.ts';
import { remember } from './recent-messages.ts';
import type { MessageKind } from './recent-messages.ts';

export const toastMs = 3000;

const icons = {
  success: <CircleCheck size={20} className="shrink-0 text-green-solid" />,
  error: <CircleX size={20} className="shrink-0 text-red-solid" />,
  warning: <TriangleAlert size={20} className="shrink-0 text-yellow-solid" />,
  info: <Info size={20} className="shrink-0 text-blue-solid" />,
};

export const toast = {
  /** Shows the text for three seconds and keeps it in the recent messages. */
  show(text: string, kind: MessageKind = 'success'): void {
    remember(text, kind);
    sonner.custom((id) => <ToastCard text={text} kind={kind} onEnd={() => sonner.dismiss(id)} />, {
      // The card has its own timer, which also stands still for the keyboard.
      duration: Number.POSITIVE_INFINITY,
    });
  },
};

/** Mount it once, in the shell. */
export function Toaster() {
  return (
    <Sonner
      position="top-right"
      visibleToasts={4}
      expand
      gap={8}
      containerAriaLabel={t('Messages')}
      className="font-sans"
      offset={16}
      mobileOffset={12}
    />
  );
}

type ToastCardProps = { text: string; kind: MessageKind; onEnd: () => void };

function ToastCard({ text, kind, onEnd }: ToastCardProps) {
  const { handlers } = usePausingTimer(toastMs, onEnd);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The wrapper is a tab stop without a name or an action; the close button inside is the better one.
    card.current?.closest('[data-sonner-toast]')?.setAttribute('tabindex', '-1');
  }, []);
  return (
    <div
      {...handlers}
      ref={card}
      className={clsx(
        'pointer-events-auto flex w-[calc(100vw-1.5rem)] items-center gap-3 rounded-control border bg-surface sm:w-89',
        'py-1.5 pr-1.5 pl-4 text-body text-text shadow-overlay',
      )}
    >
      {icons[kind]}
      <p role="status" className="min-w-0 flex-1 py-1">
        {text}
      </p>
      <button
        type="button"
        aria-label={t('Close message')}
        onClick={onEnd}
        className="grid size-control shrink-0 place-items-center rounded-control text-text3 hover:text-text"
      >
        <X size={18} />
      </button>
    </div>
  );
}
