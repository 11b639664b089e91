import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type PageHeaderProps = { title: ReactNode; subline?: ReactNode; actions?: ReactNode };

/** Contains the only h1 of a screen. */
export function PageHeader({ title, subline, actions }: PageHeaderProps) {
  return (
    <header
      className={clsx(
        'mb-4 flex flex-wrap justify-between gap-x-6 gap-y-3',
        // A title without a subline is vertically centred on its buttons.
        subline ? 'items-end' : 'items-center',
      )}
    >
      {/* A long title wraps before it pushes its buttons onto the next line. */}
      <div className="min-w-0 sm:flex-[1_18rem]">
        <h1 className="text-heading text-text">{title}</h1>
        {subline && <p className="mt-0.5 text-body text-text2">{subline}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
