import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { t } from '../text.ts';
import { TimeStamp } from './time.tsx';

export type Step = {
  label: string;
  state: 'done' | 'current' | 'upcoming' | 'failed';
  time?: string | number | Date | null;
};

const stateWords = { done: 'done', current: 'current step', upcoming: 'not yet', failed: 'failed' };

const dots = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-surface text-accent',
  upcoming: 'border-border-strong bg-surface text-text3',
  failed: 'border-red-solid bg-red-bg text-red-fg',
};

/** Where something is on its way; beside one another on wide screens, below one another on phones. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col sm:flex-row">
      {steps.map((step, position) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex flex-1 gap-3 pb-5 last:pb-0 sm:flex-col sm:gap-2 sm:pr-4 sm:pb-0"
        >
          {position < steps.length - 1 && <Connector done={step.state === 'done'} />}
          <span
            aria-hidden="true"
            className={clsx(
              'relative grid size-7 shrink-0 place-items-center rounded-full border-2 text-small font-strong',
              dots[step.state],
            )}
          >
            <Sign state={step.state} position={position} />
          </span>
          <span className="min-w-0">
            <span className={clsx('block text-body', step.state === 'upcoming' ? 'text-text3' : 'font-strong')}>
              {step.label}
              <span className="sr-only">, {t(stateWords[step.state])}</span>
            </span>
            {step.time && (
              <span className="block text-small text-text3">
                <TimeStamp value={step.time} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Connector({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'absolute top-8 bottom-1 left-3.25 border-l-2 sm:top-3.25 sm:right-1 sm:bottom-auto sm:left-8 sm:border-t-2 sm:border-l-0',
        done ? 'border-accent' : 'border-border',
      )}
    />
  );
}

function Sign({ state, position }: { state: Step['state']; position: number }) {
  if (state === 'done') return <Check size={16} strokeWidth={3} />;
  return state === 'failed' ? <X size={16} strokeWidth={3} /> : position + 1;
}
