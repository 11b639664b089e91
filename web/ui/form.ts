import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../client/api-error.ts';
import { invalidText } from '../languages/text.ts';

/** Error messages by field. */
export type FieldMessages = Partial<Record<string, string>>;

/** Checks an input against a contract's schema; returns the first error of every field. */
export function findFieldErrors(schema: z.ZodMiniType, input: unknown): FieldMessages {
  const { error } = z.safeParse(schema, input);
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0] ?? 'root'), invalidText(message)]),
  );
}

/** Returns what differs from the values that a form began with: the rest a colleague may have changed meanwhile. */
export const pickEdited = <Values extends object>(began: Values, now: Values): Partial<Values> => {
  const isEdited = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(began, name));
  return Object.fromEntries(Object.entries(now).filter(isEdited)) as Partial<Values>;
};

/** Checks a form by its contract, so that the browser and the server show the same sentences. */
export function createResolver<Values extends FieldValues>(check: (values: Values) => FieldMessages): Resolver<Values> {
  return (values) => {
    const found = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'refused', message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** Shows the server's refusal at the field it names if the form has that field, otherwise above the button. */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { error, message, fields }: { error: unknown; message: string; fields: Partial<Record<string, Path<Values>>> },
): void {
  const named = error instanceof ApiError && error.status === 400 ? error.field : undefined;
  const field = named === undefined ? undefined : fields[named];
  if (field === undefined) form.setError('root', { type: 'refused', message });
  else form.setError(field, { type: 'refused', message }, { shouldFocus: true });
}
