import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { StepDot } from './step-dot.tsx';

export type StepFrameProps = {
  position: number;
  title: string;
  isDone: boolean;
  /** What is stored or configured, in one line. */
  fact: ReactNode;
  /** Link to where it is changed once it is done. */
  changeAt?: string;
  /** What has to be done; omitted once it is. */
  children?: ReactNode;
};

/** One step: its state, and what to do while it is not done. */
export function StepFrame({ position, title, isDone, fact, changeAt, children }: StepFrameProps) {
  const id = `step-${position}`;
  const heading = useFocusOnceDone(isDone);
  return (
    <li aria-labelledby={id} className="min-w-0 rounded-card border bg-surface px-4 py-3.5">
      <div className="flex items-start gap-3">
        <StepDot isDone={isDone} position={position} />
        <div className="min-w-0 flex-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-body">
            {title}
            <span className="sr-only">, {isDone ? t('common.done') : t('common.stepNotYet')}</span>
          </h2>
          <div className="mt-0.5 text-body text-text2 wrap-anywhere">{fact}</div>
        </div>
        {isDone && changeAt !== undefined && (
          <ButtonLink small to={changeAt} aria-label={t('shop.firstStart.changeLabel', { step: title })}>
            {t('shop.firstStart.change')}
          </ButtonLink>
        )}
      </div>
      {children && <div className="mt-4 grid gap-4 sm:pl-9">{children}</div>}
    </li>
  );
}

/**
 * The last pressed control disappears with the form of a step that is done; focus moves to the step, not to the top.
 */
function useFocusOnceDone(isDone: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasDone = useRef(isDone);
  useEffect(() => {
    const isNew = isDone && !wasDone.current;
    wasDone.current = isDone;
    if (isNew && document.activeElement === document.body) heading.current?.focus();
  }, [isDone]);
  return heading;
}

/** Lines to copy into a terminal or a settings file. */
export const Literal = ({ lines }: { lines: readonly string[] }) => (
  <pre className="overflow-x-auto rounded-control border bg-surface2 px-3 py-2 font-mono text-small" tabIndex={0}>
    {lines.join('\n')}
  </pre>
);
