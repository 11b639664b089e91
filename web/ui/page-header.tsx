import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  subline?: ReactNode;
  /** Explains a list; left out on a phone, where the rows come first. */
  hint?: ReactNode;
  actions?: ReactNode;
};

/** Contains the only h1 of a screen. */
export function PageHeader({ title, subline, hint, actions }: PageHeaderProps) {
  return (
    <header
      className={clsx(
        'mb-2.5 flex flex-wrap justify-between gap-x-3 gap-y-3 sm:mb-4 sm:gap-x-6',
        // A title without a subline is vertically centred on its buttons.
        subline ? 'items-end' : hint ? 'items-center sm:items-end' : 'items-center',
      )}
    >
      {/* A long title wraps before it pushes its buttons onto the next line, except on the narrowest phones. */}
      <div className="min-w-0 flex-[1_8rem] max-[22rem]:basis-full sm:flex-[1_18rem]">
        <h1 className="text-heading text-text">{title}</h1>
        {hint && <p className="mt-0.5 text-body text-text2 max-sm:hidden">{hint}</p>}
        {subline && <p className="mt-0.5 text-body text-text2">{subline}</p>}
      </div>
      {actions && <div className="head-actions flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
