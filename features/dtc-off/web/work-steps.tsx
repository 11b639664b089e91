import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { t, textKey } from '../../../web/languages/text.ts';

export type StepId = 'file' | 'codes' | 'result';

export type WorkStep = {
  id: StepId;
  title: string;
  /** The result of the step in a few words; all that remains visible when the step is closed. */
  summary?: ReactNode;
  /** Null: the step is not reached yet. */
  body: ReactNode | null;
};

type WorkStepsProps = {
  label: string;
  steps: readonly WorkStep[];
  current: StepId;
  /** The steps whose body is shown. */
  open: ReadonlySet<StepId>;
  /** Undefined: no step can be opened or closed yet. */
  onToggle?: (id: StepId) => void;
  /** Shown beside the steps where there is room for it. */
  aside?: ReactNode;
};

const columns = ['lg:col-start-1', 'lg:col-start-2', 'lg:col-start-3'];
const rows = ['lg:row-start-2', 'lg:row-start-3', 'lg:row-start-4'];

/**
 * Three steps, of which finished ones take one line each. On phones every step is below its own line; from 1024 px the
 * lines form one bar above all steps. The order in the page is the same in both cases.
 */
export function WorkSteps({ label, steps, current, open, onToggle, aside }: WorkStepsProps) {
  const position = steps.findIndex(({ id }) => id === current);
  return (
    <section
      aria-label={label}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[auto_auto_minmax(0,1fr)] lg:grid-rows-[auto_auto_auto_auto_1fr] lg:gap-0 xl:grid-cols-[auto_auto_minmax(0,1fr)_21.25rem]"
    >
      <div
        aria-hidden="true"
        className="hidden rounded-card border bg-surface lg:col-span-full lg:row-start-1 lg:block"
      />
      {steps.map((step, index) => (
        <Step
          key={step.id}
          step={step}
          index={index}
          state={index === position ? 'current' : index < position ? 'done' : 'upcoming'}
          isOpen={open.has(step.id)}
          onToggle={onToggle}
        />
      ))}
      {aside && (
        <div className="grid min-w-0 content-start gap-4 lg:col-span-full xl:sticky xl:top-[calc(var(--sticky-top,0px)+1rem)] xl:col-span-1 xl:col-start-4 xl:row-span-4 xl:row-start-2 xl:self-start xl:pl-5 lg:mt-4">
          {aside}
        </div>
      )}
    </section>
  );
}

type StepState = 'done' | 'current' | 'upcoming';

type StepProps = {
  step: WorkStep;
  index: number;
  state: StepState;
  isOpen: boolean;
  onToggle: WorkStepsProps['onToggle'];
};

function Step({ step: { id, title, summary, body }, index, state, isOpen, onToggle }: StepProps) {
  const bodyId = useId();
  const line = <StepLine title={title} summary={summary} number={index + 1} state={state} />;
  const isReached = body !== null;
  return (
    <>
      <h2
        aria-current={state === 'current' ? 'step' : undefined}
        className={clsx(
          'min-w-0 rounded-card border text-body lg:row-start-1 lg:rounded-none lg:border-0 lg:px-1',
          (state === 'current' || isReached) && 'max-lg:bg-surface',
          columns[index],
        )}
      >
        {isReached && onToggle ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => onToggle(id)}
            className="group flex min-h-11 w-full max-w-full min-w-0 items-center gap-2.5 rounded-card px-3 text-left lg:w-auto"
          >
            {line}
            <ChevronDown
              size={16}
              className="ml-auto shrink-0 text-text3 transition-transform duration-150 group-hover:text-text group-aria-expanded:rotate-180"
            />
          </button>
        ) : (
          <span className="flex min-h-11 min-w-0 items-center gap-2.5 px-3">{line}</span>
        )}
      </h2>
      {isReached && (
        <div
          id={bodyId}
          hidden={!isOpen}
          className={clsx(
            'min-w-0 lg:col-span-3 lg:col-start-1',
            isOpen && 'grid content-start gap-4 lg:mt-4',
            rows[index],
          )}
        >
          {isOpen && body}
        </div>
      )}
    </>
  );
}

const words = {
  done: textKey('common.done'),
  current: textKey('common.stepCurrent'),
  upcoming: textKey('common.stepNotYet'),
};

const signs = {
  done: 'border-accent text-accent',
  current: 'border-accent bg-accent text-on-accent',
  upcoming: 'border-border-strong text-text3',
};

type StepLineProps = Pick<WorkStep, 'title' | 'summary'> & { number: number; state: StepState };

function StepLine({ title, summary, number, state }: StepLineProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-5.5 shrink-0 place-items-center rounded-full border text-label font-strong',
          signs[state],
        )}
      >
        {state === 'done' ? <Check size={13} strokeWidth={3} /> : number}
      </span>
      <span className={clsx('shrink-0', state === 'upcoming' ? 'font-normal text-text3' : 'font-strong')}>
        {title}
        <span className="sr-only">, {t(words[state])}</span>
      </span>
      {summary && <span className="min-w-0 truncate font-normal text-text2 lg:max-w-90">{summary}</span>}
    </>
  );
}
