import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../languages/text.ts';

type DoneNoteProps = {
  /** Time of the success in milliseconds, from a mutation's `submittedAt`; null if there is none yet. */
  at: number | null;
  /** Text to show instead of "Saved". */
  text?: string;
};

const SHOWN_MS = 2000;
/** Extra time per character, because a longer sentence takes longer to read. */
const MS_PER_CHARACTER = 50;

/** Shows success next to the button that caused it, and disappears by itself. Toasts are for events elsewhere. */
export function DoneNote({ at, text = t('common.saved') }: DoneNoteProps) {
  const [seen, setSeen] = useState<number | null>(null);
  const isShown = at !== null && at !== seen;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setSeen(at), SHOWN_MS + text.length * MS_PER_CHARACTER);
    return () => clearTimeout(timer);
  }, [isShown, at, text]);
  return (
    <span
      role="status"
      className="inline-flex items-center gap-1.5 text-body text-green-fg not-empty:min-h-control empty:sr-only"
    >
      {isShown && (
        <>
          <Check size={16} strokeWidth={2.5} className="shrink-0 animate-appear" />
          {text}
        </>
      )}
    </span>
  );
}

/** Returns the value for `at`: the time of a mutation whose latest run succeeded. */
export const doneAt = ({ isSuccess, submittedAt }: { isSuccess: boolean; submittedAt: number }): number | null =>
  isSuccess ? submittedAt : null;
