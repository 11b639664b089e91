import { type ErrorKey, type RefusalValues, type Sentence, englishOf, fillIn, formatValues, idOf } from './texts.ts';

export type { RefusalValues } from './texts.ts';

const PREFIX = 'errors.';

/** Returns the code of a refusal for programs: the key of its text without `errors.`. */
export const codeOf = (key: string): string => idOf(key).slice(PREFIX.length);

/** Creates a sentence that is shown but refuses nothing by itself. */
export const sentence = (key: ErrorKey, values: Sentence['values'] = {}): Sentence => ({
  code: codeOf(key),
  values,
  message: fillIn(englishOf(key), formatValues(values)),
});

/**
 * An expected "no": a business rule or bad input. It reaches the caller as HTTP 400 with its code, its values and an
 * English sentence for programs and people who read English; the browser translates it by the code. `field` names the
 * input it belongs to, if there is one.
 */
export class Refusal extends Error {
  readonly key: ErrorKey;
  readonly code: string;
  readonly field: string | undefined;
  readonly values: RefusalValues | undefined;

  constructor(key: ErrorKey, field?: string, values?: RefusalValues) {
    super(fillIn(englishOf(key), formatValues(values)));
    this.name = 'Refusal';
    this.key = key;
    this.code = codeOf(key);
    this.field = field;
    this.values = values;
  }
}

/**
 * Declares a refusal of a domain. Its code is `<domain>.<snake_case>`; the returned function is called where a rule
 * refuses.
 */
export function refusal(key: ErrorKey, field?: string): () => Refusal {
  return () => new Refusal(key, field);
}

/** Like `refusal`, for a sentence with values in it, e.g. `{price}`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the values that a caller has to give
export function refusalWith<Values extends RefusalValues>(key: ErrorKey, field?: string): (values: Values) => Refusal {
  return (values) => new Refusal(key, field, values);
}

/** A limit was reached: like a refusal, but with HTTP 429 and the time until the next attempt can succeed. */
export class LimitReached extends Refusal {
  readonly retryAfterSeconds: number;

  constructor(key: ErrorKey, values: RefusalValues & { seconds: number }) {
    super(key, undefined, values);
    this.retryAfterSeconds = values.seconds;
  }
}

/**
 * Declares a limit of a domain, with a code that ends in `_limit`; `seconds` is the time until an attempt can succeed.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the values that a caller has to give
export function limitReached<Values extends RefusalValues & { seconds: number }>(
  key: ErrorKey,
): (values: Values) => LimitReached {
  return (values) => new LimitReached(key, values);
}

/** An input that a contract refuses: one code for programs, with the reason among its values. */
export class BadInput extends Refusal {
  override readonly code: string;

  constructor(key: ErrorKey, reason: ErrorKey, field?: string, values?: RefusalValues) {
    super(reason, field, { reason: codeOf(reason), ...values });
    this.code = codeOf(key);
  }
}
