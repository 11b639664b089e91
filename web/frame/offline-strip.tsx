import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { WifiOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { probeNow, useConnection } from '../client/connection.ts';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../client/hydrated.ts';
import { forgetUnsent, useUnsent } from '../client/unsent.ts';
import { holdPopover } from '../ui/popover-position.ts';

/**
 * Strip below the top bar of every page that shows what is not possible offline, plus a note at a button whose action
 * was not sent. It disappears by itself. `age` shows how old the page is.
 */
export function OfflineStrip({ age }: { age?: ReactNode }) {
  const connection = useConnection();
  return (
    <>
      <div role="status" className="print:hidden">
        {connection !== 'online' && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-yellow-bg px-4 py-1.5 text-body text-yellow-fg sm:px-5">
            <p className="min-w-0 flex-1 basis-64">
              <strong className="font-strong">
                {connection === 'offline' ? t('common.shell.offline.title') : t('common.shell.offline.notReached')}
              </strong>{' '}
              {t('common.shell.offline.hint')} {age}
            </p>
            <Button small onClick={() => void probeNow()}>
              {t('common.shell.offline.retryButton')}
            </Button>
          </div>
        )}
      </div>
      <UnsentNote />
    </>
  );
}

const GAP = 6;

/**
 * Shows, right at the button, that a pressed action did not reach the portal. It disappears with the next press, with
 * Escape, and when the portal responds again.
 */
function UnsentNote() {
  const isHydrated = useHydrated();
  const unsent = useUnsent();
  const note = useRef<HTMLDivElement>(null);
  const button = unsent?.button ?? null;
  useLayoutEffect(() => {
    const element = note.current;
    if (button === null || element === null) return undefined;
    return holdPopover(element, () => placeAt(button, element.style));
  }, [button]);
  useEffect(() => {
    if (button === null) return undefined;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && forgetUnsent();
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [button]);
  // A page that is being prerendered has no body yet.
  if (!isHydrated) return null;
  // Mounted on the body, above every dialog, and from the start, because a later live region would not be read out.
  return createPortal(
    <div aria-live="assertive" className="print:hidden">
      <div
        ref={note}
        popover="manual"
        className="fixed inset-auto m-0 max-w-[min(22rem,calc(100vw-1rem))] rounded-control border border-yellow-solid bg-yellow-bg px-3 py-2 text-small font-strong text-yellow-fg shadow-overlay"
      >
        {unsent !== null && (
          <p className="flex items-start gap-2">
            <WifiOff size={16} className="mt-px shrink-0" />
            {unsent.wasOffline ? t('common.shell.offline.nothingSent') : t('common.shell.offline.noResponse')}
          </p>
        )}
      </div>
    </div>,
    document.body,
  );
}

/** Places the note above the button if there is room, on the roomier side; at the bottom if the button is gone. */
function placeAt(button: Element, style: CSSStyleDeclaration) {
  const { left, right, top, bottom, width } = button.getBoundingClientRect();
  const [pageWidth, pageHeight] = [window.innerWidth, window.innerHeight];
  const isGone = width === 0;
  const isLeft = isGone || left + right < pageWidth;
  const isAbove = !isGone && top > 100;
  style.left = isLeft ? px(isGone ? GAP : left) : 'auto';
  style.right = isLeft ? 'auto' : px(pageWidth - right);
  style.top = isAbove || isGone ? 'auto' : px(bottom + GAP);
  style.bottom = isAbove ? px(pageHeight - top + GAP) : isGone ? px(GAP) : 'auto';
}

const px = (length: number): string => `${Math.max(GAP, Math.round(length))}px`;

/** Place of a message above the content of a screen, as wide as the content. */
export const PageStrip = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-360 px-4 pt-4 sm:px-5">{children}</div>
);
