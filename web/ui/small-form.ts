import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../client/api-error.ts';
import { invalidText } from '../languages/text.ts';

type Values<Name extends string> = Record<Name, string>;
/** Errors by field; that of `root` is shown above the button. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'root', string>>;
/** For each field, a check that returns its error as encoded by `invalid`; it may depend on the other fields. */
type Checks<Name extends string> = Record<Name, (value: string, values: Values<Name>) => string | undefined>;
/** Returns the error above the button while fields are invalid, as encoded by `invalid`. */
type Summary<Name extends string> = (values: Values<Name>) => string | undefined;

/**
 * A form of a few uncontrolled text fields for the screens before the login, which do without a form library. Text that
 * was typed before hydration stays, and is read once `form` is set as the ref of the form element.
 * `checks` lists every field in the order on screen; the first invalid one gets the focus.
 */
export function useSmallForm<Name extends string>(checks: Checks<Name>, summary?: Summary<Name>) {
  const names = Object.keys(checks) as Name[];
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Partial<Values<Name>>>({});

  const read = (from: HTMLFormElement) => readFields(from, names);

  const readTyped = useEffectEvent(() => {
    const values = form.current && read(form.current);
    if (values !== null && names.some((name) => values[name] !== '')) setTyped(values);
  });
  useEffect(() => readTyped(), []);

  const check = (values: Values<Name>, among: readonly Name[]): [Name, string][] =>
    among.flatMap((name) => {
      const sentence = checks[name](values[name], values);
      return sentence === undefined ? [] : [[name, invalidText(sentence)] as [Name, string]];
    });

  const toErrors = (values: Values<Name>, found: [Name, string][]) => {
    const root = summary?.(values);
    return { ...Object.fromEntries(found), ...(root && { root: invalidText(root) }) } as FieldErrors<Name>;
  };

  const onSubmit = (send: (values: Values<Name>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = read(event.currentTarget);
    const found = check(values, names);
    setErrors(toErrors(values, found));
    const [first] = found;
    if (first === undefined) send(values);
    else focusField(event.currentTarget, first[0]);
  };

  /** Rechecks invalid fields with every character. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const values = read(event.currentTarget);
    setTyped(values);
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong.length > 0) setErrors(toErrors(values, check(values, wrong)));
  };

  /**
   * Shows a refusal at the field that it names if the form has it, otherwise above the button. `fields` maps the
   * server's field names to the form's where they differ.
   */
  const showRefusal = (error: unknown, message: string, fields: Partial<Record<string, Name>> = {}) => {
    const named = error instanceof ApiError && error.status === 400 ? error.field : undefined;
    const place = names.find((name) => name === (fields[named ?? ''] ?? named)) ?? 'root';
    setErrors({ [place]: message } as FieldErrors<Name>);
    if (place !== 'root' && form.current !== null) focusField(form.current, place);
  };

  /** Clears a field's error. For fields that are chosen rather than typed. */
  const clearError = (name: Name) => setErrors(({ [name]: _cleared, ...others }) => others as FieldErrors<Name>);

  return { form, errors, typed, onSubmit, onInput, showRefusal, clearError };
}

function readFields<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const given = new FormData(form);
  const entries = names.map((name) => {
    const value = given.get(name);
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(entries) as Values<Name>;
}

/** Focuses a field. A combobox submits its value in a hidden field next to the visible one, which gets the focus. */
function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  const visible = field.type === 'hidden' ? field.parentElement?.querySelector('input:not([type=hidden])') : field;
  if (visible instanceof HTMLElement) visible.focus();
}
