import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

export type CardProps = {
  title?: ReactNode;
  /** Small controls to the right of the title. */
  actions?: ReactNode;
  level?: 2 | 3;
  /** Removes the padding, for a table or list that reaches the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A bordered surface; with a title it is a named region. */
export function Card({ title, actions, level = 2, flush, className, children }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const Frame = title ? 'section' : 'div';
  return (
    <Frame
      aria-labelledby={title ? id : undefined}
      className={clsx('min-w-0 rounded-card border bg-surface', flush && 'overflow-clip', className)}
    >
      {(title || actions) && (
        <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-1">
          <Heading id={id} className="text-body">
            {title}
          </Heading>
          {actions && (
            <div className="flex min-w-0 flex-wrap items-center justify-end gap-2 max-sm:grow">{actions}</div>
          )}
        </header>
      )}
      <div className={flush ? 'min-w-0' : 'px-4 py-3.5'}>{children}</div>
    </Frame>
  );
}
