import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import { t } from '../../../web/languages/text.ts';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { parseMoney } from '../../credits/money.rules.ts';
import { type Solution, patchSolution } from '../catalogue.calls.ts';
import { SolutionFields } from '../solution.ts';

export type PriceFormProps = { open: boolean; solution: Solution; label: string; onClose: () => void };

/** A field in place of the price: Enter saves what is typed. */
export function PriceForm({ solution, label, onClose }: PriceFormProps) {
  const { id, name, code, credits, type } = solution;
  const { mutate, isPending } = useChange(
    (price: number) => call(patchSolution, { id, credits: price }),
    [['solutions'], ['dashboard']],
  );
  const [text, setText] = useState(String(credits));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const problem = findFieldErrors(SolutionFields, { name, code, type, credits: text }).credits;
    if (problem !== undefined) return toast.show(problem, 'error');
    if (isPending) return;
    mutate(parseMoney(text), {
      onSuccess: () => {
        toast.show(t('catalogue.updated'));
        onClose();
      },
      onError: (error) => toast.show(messageFor(error, t('common.somethingWentWrong')), 'error'),
    });
  };
  return (
    <form noValidate onSubmit={save} className="relative z-1 inline-block">
      <TextInput
        ref={selectAll}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        readOnly={isPending}
        value={text}
        className="w-20! text-right"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
      />
    </form>
  );
}

const selectAll = (field: HTMLInputElement | null) => {
  field?.focus();
  field?.select();
};
