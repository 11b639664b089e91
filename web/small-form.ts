import { useState, type FormEvent } from 'react';
import { ApiError } from './api-error.ts';
import { t } from './text.ts';

type Values<Name extends string> = Record<Name, string>;
/** What is wrong, by field; `root` is above the button. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'root', string>>;
/** The sentence that is wrong with a field, in English; it may depend on the other fields. */
type Checks<Name extends string> = Record<Name, (value: string, values: Values<Name>) => string | undefined>;

/**
 * A form of a few text fields that hold their values themselves: what was typed before the program was there stays.
 * For the screens before the login, which do without a form library. `checks` has every field, in the order in which
 * they stand; the first one that is wrong gets the focus.
 */
export function useSmallForm<Name extends string>(checks: Checks<Name>) {
  const names = Object.keys(checks) as Name[];
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [typed, setTyped] = useState<Partial<Values<Name>>>({});

  const read = (form: HTMLFormElement): Values<Name> => {
    const given = new FormData(form);
    const entries = names.map((name) => {
      const value = given.get(name);
      return [name, typeof value === 'string' ? value : ''] as const;
    });
    return Object.fromEntries(entries) as Values<Name>;
  };

  const check = (values: Values<Name>, among: readonly Name[]): [Name, string][] =>
    among.flatMap((name) => {
      const sentence = checks[name](values[name], values);
      return sentence === undefined ? [] : [[name, t(sentence)] as [Name, string]];
    });

  const onSubmit = (send: (values: Values<Name>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = read(form);
    const found = check(values, names);
    setErrors(Object.fromEntries(found) as FieldErrors<Name>);
    const [first] = found;
    if (first === undefined) send(values);
    else focusField(form, first[0]);
  };

  /** A field that was wrong is checked again with every character. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const values = read(event.currentTarget);
    setTyped(values);
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong.length > 0) setErrors(Object.fromEntries(check(values, wrong)) as FieldErrors<Name>);
  };

  /** Puts a refusal at the field that it names when the form has it, else above the button. */
  const showRefusal = (error: unknown, message: string) => {
    const field = error instanceof ApiError && error.status === 400 ? error.field : undefined;
    const place = names.find((name) => name === field) ?? 'root';
    setErrors({ [place]: message } as FieldErrors<Name>);
  };

  return { errors, typed, onSubmit, onInput, showRefusal };
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
