import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { t } from '../../../web/languages/text.ts';
import { type FieldMessages, pickEdited } from '../../../web/ui/form.ts';

/** The mutation that saves what was edited. */
interface Saving<Texts> {
  isPending: boolean;
  error: Error | null;
  mutate: (edited: Partial<Texts>, options: { onSuccess: () => void; onError: () => void }) => void;
  reset: () => void;
}

interface Options<Texts> {
  check?: (edited: Partial<Texts>) => FieldMessages;
  onSaved?: () => void;
}

/** The texts of a form: what is typed, over what is saved. Only what was edited is sent. */
export function useTypedTexts<Texts extends Record<string, string>>(
  saved: Texts,
  set: Saving<Texts>,
  { check, onSaved }: Options<Texts> = {},
) {
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<FieldMessages>({});
  const edited = pickEdited<Partial<Texts>>(saved, typed);
  const isUnsaved = Object.keys(edited).length > 0;
  useUnsavedGuard(isUnsaved);
  const field = set.error instanceof ApiError ? set.error.field : undefined;
  const refused = set.error && field !== undefined && field in saved ? { [field]: messageFor(set.error, '') } : null;
  const onSave = () => {
    const found = check?.(edited) ?? {};
    setErrors(found);
    if (set.isPending || Object.keys(found).length > 0) return;
    set.mutate(edited, {
      onSuccess: () => {
        // What was typed meanwhile stays.
        setTyped((now) => pickEdited<Partial<Texts>>(edited, now));
        onSaved?.();
      },
      onError: () => setTyped((now) => pickEdited<Partial<Texts>>(saved, now)),
    });
  };
  const onDiscard = () => {
    setTyped({});
    setErrors({});
    if (set.error) set.reset();
  };
  const type = (name: keyof Texts, text: string) => {
    const next = { ...typed, [name]: text };
    // A text that was typed back follows what is saved again, but not while that is about to change.
    setTyped(set.isPending ? next : pickEdited<Partial<Texts>>(saved, next));
    setErrors({});
    // Only a failure is reset: a save on its way still has to report its success.
    if (set.error) set.reset();
  };
  return {
    texts: { ...saved, ...typed },
    errors: { ...errors, ...refused },
    failure: set.error && refused === null ? messageFor(set.error, t('shop.updateFailed')) : null,
    type,
    saving: { isUnsaved, isPending: set.isPending, onSave, onDiscard },
  };
}
