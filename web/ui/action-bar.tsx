import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

export type ActionBarProps = {
  /** Details of the action: a count, a sum, or the reason why it is not possible. */
  children?: ReactNode;
  /** Makes the bar a named region. */
  label?: string;
  /** Error message, shown above the rest. */
  alert?: ReactNode;
  /** The main next action and at most one other; full width on a phone. */
  actions: ReactNode;
};

/** Shows a page's next action at the bottom edge, visible however long the page is. Place it last on a screen. */
export function ActionBar({ label, alert, children, actions }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useSpaceForBar(bar);
  return (
    <div
      ref={bar}
      role={label === undefined ? undefined : 'region'}
      aria-label={label}
      data-action-bar
      className="sticky bottom-0 z-10 -mx-4 mt-4 -mb-4 grid gap-2.5 border-t bg-surface px-4 py-2 sm:py-2.5 sm:-mx-5 sm:-mb-5 sm:px-5 min-[1700px]:rounded-t-card min-[1700px]:border-x"
    >
      {alert}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        {children && <div className="min-w-0 text-body max-sm:w-full sm:flex-1">{children}</div>}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>
      </div>
    </div>
  );
}

/** Reserves room, so that floating and focused elements stay above the bar (WCAG 2.4.11). */
function useSpaceForBar(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    // Begins with the present size, once it is known: measured here, the whole page would be laid out at once for it.
    const observer = new ResizeObserver(() => {
      const height = `${element.offsetHeight}px`;
      style.setProperty('--bottom-bar', height);
      style.scrollPaddingBottom = height;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar');
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}
