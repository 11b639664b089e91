import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

type TickProps = { isOn: boolean; label: string; onToggle: (isRange: boolean) => void };

export function Tick({ isOn, label, onToggle }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      // A tick is a click for React, with the keys that were held.
      onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      data-tick=""
      className="m-1.5 size-5 cursor-pointer align-middle accent-accent coarse:m-3"
    />
  );
}

type BulkBarProps = {
  /** Undefined while it is being counted. */
  count: number | undefined;
  /** Undefined if there are more than are counted. */
  matching: number | undefined;
  /** Whether some matching rows are not ticked. */
  mayAll: boolean;
  onAll: () => unknown;
  onClear: () => void;
  /** Actions for all selected rows. */
  children: ReactNode;
};

/**
 * Bar with the actions for the selected rows, shown only while there are some. It floats at the bottom of the window,
 * so that no row moves away from the pointer that ticks it, and it is visible at any scroll position.
 */
export function BulkBar({ count, matching, mayAll, onAll, onClear, children }: BulkBarProps) {
  const isOpen = count !== 0;
  const bar = useSpaceBelow(isOpen);
  const clear = () => {
    focusFirstTick();
    onClear();
  };
  return (
    <div role="status">
      {isOpen && (
        <div ref={bar} className={FLOATING}>
          <p className="mr-auto text-body font-strong">{t('common.list.selectedCount', { count: count ?? '…' })}</p>
          {mayAll && (
            <Button
              small
              variant="quiet"
              onClick={() => void Promise.resolve(onAll()).catch(() => toast.show(t('common.couldNotLoad'), 'error'))}
            >
              {matching === undefined
                ? t('common.list.selectAllMatch')
                : t('common.list.selectAllCount', { count: matching })}
            </Button>
          )}
          {children}
          <Button small variant="quiet" icon={<X />} iconOnly onClick={clear}>
            {t('common.list.clearSelection')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Full width on phones; elsewhere as wide as its content, centred in the area beside the sidebar. */
const FLOATING =
  'fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-border-strong bg-surface2 px-4 ' +
  'pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-overlay ' +
  'sm:bottom-4 sm:mx-auto sm:w-fit sm:max-w-[calc(100%-2rem)] sm:rounded-card sm:border sm:pb-2 lg:left-60';

/** Reserves room, so that the end of the page and focused elements are not hidden behind the bar (WCAG 2.4.11). */
function useSpaceBelow(isShown: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!isShown || element === null) return;
    const page = document.documentElement;
    // Pads only the column: padding on the body would affect the sidebar as well.
    const column = document.getElementById('main')?.parentElement;
    const observer = new ResizeObserver(() => {
      const room = `${window.innerHeight - element.getBoundingClientRect().top + 8}px`;
      if (column) column.style.paddingBottom = room;
      page.style.scrollPaddingBottom = room;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (column) column.style.paddingBottom = '';
      page.style.scrollPaddingBottom = '';
    };
  }, [isShown]);
  return bar;
}

/** The pressed button disappears with the bar, so the focus moves to the first visible row of the list. */
function focusFirstTick(): void {
  const ticks = [...document.querySelectorAll<HTMLElement>('[data-tick]')];
  const first = ticks.find((tick) => tick.getBoundingClientRect().top >= 0) ?? ticks[0];
  // There is no row if the search finds nothing.
  (first ?? document.querySelector<HTMLElement>('main [role=searchbox]'))?.focus();
}
