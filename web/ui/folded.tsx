import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldedProps = {
  title: ReactNode;
  /** At the end of the line. */
  note?: string;
  /** It is a part of a card without padding of its own, so its title is a heading. */
  isPart?: boolean;
  /** Whether it is open at first. */
  open?: boolean;
  onOpen?: () => void;
  className?: string;
  children: ReactNode;
};

/** What is looked up now and then: only its title stands there until it is opened. */
export function Folded({ title, note, isPart = false, open = false, onOpen, className, children }: FoldedProps) {
  return (
    <details className={className} open={open} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary
        className={clsx(
          'flex cursor-pointer items-center gap-2',
          isPart ? 'min-h-control px-4' : 'min-h-8 max-sm:min-h-control coarse:min-h-control',
        )}
      >
        <ChevronRight size={16} className="shrink-0 transition-transform duration-150 [[open]>summary>&]:rotate-90" />
        {isPart ? <h2 className="text-body">{title}</h2> : title}
        {note && <span className="ml-auto text-text2">{note}</span>}
      </summary>
      {children}
    </details>
  );
}
