import { type ReactNode, createContext, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { ActionBar } from '../../../web/ui/action-bar.tsx';
import { Button } from '../../../web/ui/button.tsx';

/** A form with unsaved changes. */
interface Unsaved {
  isPending: boolean;
  save: () => void;
  discard: () => void;
}

const Report = createContext<((id: string, unsaved: Unsaved | null) => void) | null>(null);

/** Forms that are saved together, by one bar that appears with the first change. */
export function SharedSave({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  const report = useMemo(
    () => (id: string, unsaved: Unsaved | null) =>
      setParts((before) => {
        const after = new Map(before);
        if (unsaved === null) after.delete(id);
        else after.set(id, unsaved);
        return after;
      }),
    [],
  );
  const all = [...parts.values()];
  const isBusy = all.some(({ isPending }) => isPending);
  const save = () => {
    for (const part of all) part.save();
    setTimeout(focusFirstError);
  };
  return (
    <Report value={report}>
      {children}
      {all.length > 0 && (
        <ActionBar
          label={t('shop.unsavedTitle')}
          actions={
            <>
              <Button onClick={() => all.forEach(({ discard }) => discard())}>{t('shop.discardButton')}</Button>
              <Button variant="primary" busy={isBusy} busyText={t('common.saving')} onClick={save}>
                {t('common.save')}
              </Button>
            </>
          }
        >
          {t('shop.unsavedTitle')}
        </ActionBar>
      )}
    </Report>
  );
}

/** It may be in a folded section. */
function focusFirstError() {
  const first = document.querySelector<HTMLElement>('main [aria-invalid=true]');
  const section = first?.closest('details');
  if (section) section.open = true;
  first?.focus();
}

interface SaveButtonProps {
  text: string;
  /** What distinguishes the button from that of other such forms on the page. */
  label?: string | undefined;
  isUnsaved: boolean;
  isPending: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** The button of a form, which the bar replaces where forms are saved together. */
export function SaveButton({ text, label, isUnsaved, isPending, onSave, onDiscard }: SaveButtonProps) {
  const id = useId();
  const report = useContext(Report);
  const latest = useRef({ onSave, onDiscard });
  useEffect(() => {
    latest.current = { onSave, onDiscard };
  });
  useEffect(() => {
    const save = () => latest.current.onSave();
    const discard = () => latest.current.onDiscard();
    report?.(id, isUnsaved ? { isPending, save, discard } : null);
  }, [report, id, isUnsaved, isPending]);
  useEffect(() => () => report?.(id, null), [report, id]);
  if (report !== null) return null;
  return (
    <Button
      type="submit"
      variant="primary"
      busy={isPending}
      busyText={t('common.saving')}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {text}
    </Button>
  );
}
