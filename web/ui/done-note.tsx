import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../text.ts';

type DoneNoteProps = {
  /** When it was done, to the millisecond, from a mutation's `submittedAt`; null: not yet. */
  at: number | null;
  /** In place of "Saved". */
  text?: string;
};

const SHOWN_MS = 2000;
/** A longer sentence takes longer to read. */
const MS_PER_CHARACTER = 50;

/** Success beside the button that caused it; it leaves by itself, and toasts are for what happened elsewhere. */
export function DoneNote({ at, text = t('ui.saved') }: DoneNoteProps) {
  const [seen, setSeen] = useState<number | null>(null);
  const isShown = at !== null && at !== seen;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setSeen(at), SHOWN_MS + text.length * MS_PER_CHARACTER);
    return () => clearTimeout(timer);
  }, [isShown, at, text]);
  return (
    <span role="status" className="inline-flex min-h-control items-center gap-1.5 text-body text-green-fg empty:hidden">
      {isShown && (
        <>
          <Check size={16} strokeWidth={2.5} className="shrink-0 animate-appear" />
          {text}
        </>
      )}
    </span>
  );
}

/** For `at`: a mutation that succeeded, and nothing else since. */
export const doneAt = ({ isSuccess, submittedAt }: { isSuccess: boolean; submittedAt: number }): number | null =>
  isSuccess ? submittedAt : null;
