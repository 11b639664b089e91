import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { t, textKey } from '../languages/text.ts';
import { TimeStamp } from './time.tsx';

export type Step = {
  label: string;
  state: 'done' | 'current' | 'upcoming' | 'failed';
  time?: string | number | Date | null;
};

const stateWords = {
  done: textKey('common.done'),
  current: textKey('common.stepCurrent'),
  upcoming: textKey('common.stepNotYet'),
  failed: textKey('common.stepFailed'),
};

const dots = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-surface text-accent',
  upcoming: 'border-border-strong bg-surface text-text3',
  failed: 'border-red-solid bg-red-bg text-red-fg',
};

/**
 * Shows the steps of a process and how far it has come, with times if there is room. No step is narrower than its
 * longest word: steps that do not fit next to each other wrap onto a second line.
 */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-wrap gap-y-3">
      {steps.map((step, position) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex flex-1 flex-col gap-1.5 pr-1.5 last:pr-0 sm:gap-2 sm:pr-4"
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
          <span>
            <span
              className={clsx(
                'block max-sm:text-label sm:text-body',
                step.state === 'upcoming' ? 'text-text3' : 'font-strong',
              )}
            >
              {step.label}
              <span className="sr-only">, {t(stateWords[step.state])}</span>
            </span>
            {step.time && (
              <span className="block text-small text-text3 max-sm:sr-only">
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
      className={clsx('absolute top-3.25 right-1 left-8 border-t-2', done ? 'border-accent' : 'border-border')}
    />
  );
}

function Sign({ state, position }: { state: Step['state']; position: number }) {
  if (state === 'done') return <Check size={16} strokeWidth={3} />;
  return state === 'failed' ? <X size={16} strokeWidth={3} /> : <>{position + 1}</>;
}
