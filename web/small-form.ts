import { useState, type FormEvent } from 'react';
import { ApiError } from './api-error.ts';
import { t } from './text.ts';

/** What is wrong, by field; `root` is above the button. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'root', string>>;
type Checks<Name extends string> = Record<Name, (value: string) => string | undefined>;

/**
 * A form of a few text fields that keep their values themselves: what was typed before the program was there stays.
 * For the screens before the login, which do without a form library. `checks` has every field, in the order in which
 * they stand; the first one that is wrong gets the focus.
 */
export function useSmallForm<Name extends string>(checks: Checks<Name>) {
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const names = Object.keys(checks) as Name[];

  const onSubmit = (send: (values: Record<Name, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const values = Object.fromEntries(names.map((name) => [name, String(given.get(name) ?? '')])) as Record<
      Name,
      string
    >;
    const found = names.flatMap((name) => {
      const sentence = checks[name](values[name]);
      return sentence === undefined ? [] : [[name, t(sentence)] as const];
    });
    setErrors(Object.fromEntries(found) as FieldErrors<Name>);
    const [first] = found;
    if (first === undefined) send(values);
    else focusField(form, first[0]);
  };

  /** After a first error a field is checked while it is mended. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement;
    if (!(name in errors)) return;
    const sentence = checks[name as Name](value);
    setErrors({ ...errors, [name]: sentence === undefined ? undefined : t(sentence) });
  };

  /** Puts a refusal at the field that it names when the form has it, else above the button. */
  const showRefusal = (error: unknown, message: string) => {
    const field = error instanceof ApiError && error.status === 400 ? error.field : undefined;
    const place = names.find((name) => name === field) ?? 'root';
    setErrors({ [place]: message } as FieldErrors<Name>);
  };

  return { errors, onSubmit, onInput, showRefusal };
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
