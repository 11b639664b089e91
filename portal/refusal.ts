import { type ErrorKey, type RefusalValues, type Sentence, englishOf, fillIn, idOf, shownValues } from './texts.ts';

export type { RefusalValues } from './texts.ts';

const PREFIX = 'errors.';

/** The code of a refusal as programs read it: the key of its text without `errors.`. */
export const codeOf = (key: string): string => idOf(key).slice(PREFIX.length);

/** A reason that is shown and refuses nothing by itself. */
export const sentence = (key: ErrorKey, values: Sentence['values'] = {}): Sentence => ({
  code: codeOf(key),
  values,
  message: fillIn(englishOf(key), shownValues(values)),
});

/**
 * An expected "no": a business rule or bad input. It reaches the caller as HTTP 400 with its code, its values and, for
 * programs and people who read English, its English sentence; the browser translates it by the code.
 * `field` names the input it belongs to, when there is one.
 */
export class Refusal extends Error {
  readonly key: ErrorKey;
  readonly code: string;
  readonly field: string | undefined;
  readonly values: RefusalValues | undefined;

  constructor(key: ErrorKey, field?: string, values?: RefusalValues) {
    super(fillIn(englishOf(key), shownValues(values)));
    this.name = 'Refusal';
    this.key = key;
    this.code = codeOf(key);
    this.field = field;
    this.values = values;
  }
}

/** Declares a refusal of a domain. The code is `<domain>.<snake_case>`; the maker is called where the rule refuses. */
export function refusal(key: ErrorKey, field?: string): () => Refusal {
  return () => new Refusal(key, field);
}

/** The same for a sentence with values in it, e.g. `{price}`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the values that a caller has to give
export function refusalWith<Values extends RefusalValues>(key: ErrorKey, field?: string): (values: Values) => Refusal {
  return (values) => new Refusal(key, field, values);
}
