import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { clsx } from 'clsx';
import { createPortal } from 'react-dom';
import { useHydrated } from '../client/hydrated.ts';
import { onOtherUser } from '../client/session.ts';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { usePausingTimer } from './pausing-timer.ts';
import { recentMessages, remember } from './recent-messages.ts';
import type { MessageKind, RecentMessage } from './recent-messages.ts';

export const toastMs = 3000;
/** For a toast with a button, which takes longer to decide about than to read. */
const toastWithActionMs = 10_000;

const shownAtOnce = 4;
const listeners = new Set<() => void>();
type ToastAction = { text: string; run: () => void; key?: string };
type Toast = RecentMessage & { action?: ToastAction | undefined };

let toasts: readonly Toast[] = [];

export const toast = {
  /** Shows the text for three seconds, longer with an action, and adds it to the recent messages. */
  show(text: string, kind: MessageKind = 'success', action?: ToastAction): void {
    replace([...toasts, { ...remember(text, kind), action }].slice(-shownAtOnce));
  },
  /** Removes every message, from the screen and from the recent ones. */
  clear(): void {
    replace([]);
    recentMessages.clear();
  },
};

/** Takes back what a message reports; "u" focuses it. */
export const undoAction = (run: () => void): ToastAction => ({ text: t('common.undo'), run, key: 'u' });

// A message may name what only its reader may see, and its button acts for whoever presses it.
onOtherUser(() => toast.clear());

/**
 * Mount it once, for all shells. The live region exists from the start, because otherwise the first message would not
 * be read out, and it is attached to the body, above every dialog.
 */
export function Toaster() {
  const isHydrated = useHydrated();
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
  const area = usePlace(shown);
  // A page that is being prerendered has no body for a portal.
  if (!isHydrated) return null;
  return createPortal(
    <section
      ref={area}
      data-toasts
      aria-label={t('common.toasts.label')}
      className={clsx(
        'pointer-events-none fixed inset-x-3 bottom-[max(calc(var(--bottom-bar,0px)+0.75rem),var(--foot,0px))] z-60',
        'text-text sm:right-4 sm:left-auto sm:w-89',
        'sm:not-data-[over=dialog]:top-[calc(var(--spacing-top-bar)+0.75rem)] sm:not-data-[over=dialog]:bottom-auto',
      )}
    >
      <div role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions" className="grid gap-2">
        {shown.map((message) => (
          <ToastCard key={message.id} message={message} />
        ))}
      </div>
    </section>,
    document.body,
  );
}

/** Places the messages where they cover nothing that is pressed next. */
function usePlace(shown: readonly Toast[]): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || shown.length === 0) return;
    const observing = import('./toast-place.ts').then(({ keepPlace }) => keepPlace(element));
    return () => void observing.then((end) => end());
  }, [shown]);
  return area;
}

const icons = {
  success: <CircleCheck size={20} className="shrink-0 text-green-solid" />,
  error: <CircleX size={20} className="shrink-0 text-red-solid" />,
  warning: <TriangleAlert size={20} className="shrink-0 text-yellow-solid" />,
  info: <Info size={20} className="shrink-0 text-blue-solid" />,
};

function ToastCard({ message }: { message: Toast }) {
  const { action } = message;
  const close = () => replace(toasts.filter((other) => other !== message));
  const { handlers } = usePausingTimer(action ? toastWithActionMs : toastMs, close);
  const cameFrom = useRef<HTMLElement | null>(null);
  return (
    <div
      {...handlers}
      onFocus={(event) => {
        handlers.onFocus(event);
        if (event.relatedTarget instanceof HTMLElement) cameFrom.current = event.relatedTarget;
      }}
      className="pointer-events-auto flex animate-rise items-center gap-3 rounded-control border bg-surface py-1.5 pr-1.5 pl-4 text-body shadow-overlay"
    >
      {icons[message.kind]}
      <p className="min-w-0 flex-1 py-1 wrap-break-word">{message.text}</p>
      {action && (
        <Button
          variant="quiet"
          small
          data-shortcut={action.key}
          aria-keyshortcuts={action.key}
          onClick={() => {
            cameFrom.current?.focus();
            close();
            action.run();
          }}
        >
          {action.text}
        </Button>
      )}
      <button
        type="button"
        aria-label={t('common.toasts.close')}
        onClick={() => {
          cameFrom.current?.focus();
          close();
        }}
        className="grid size-control shrink-0 place-items-center rounded-control text-text3 hover:text-text"
      >
        <X size={18} />
      </button>
    </div>
  );
}

function replace(next: readonly RecentMessage[]) {
  toasts = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
