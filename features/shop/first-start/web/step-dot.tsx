import { Check } from 'lucide-react';

/** The number of a step, or a mark that it is done; there is always text beside it. */
export function StepDot({ isDone, position }: { isDone: boolean; position: number }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full border text-small ${
        isDone ? 'border-accent bg-accent text-on-accent' : 'border-border-strong text-text2'
      }`}
    >
      {isDone ? <Check size={14} strokeWidth={3} /> : position + 1}
    </span>
  );
}
