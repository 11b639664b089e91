/** What a refusal names: amounts, states and texts that its reader may see. */
export type RefusalValues = Readonly<Record<string, string | number | readonly string[] | null>>;

/**
 * An expected "no": a business rule or bad input. It reaches the user as HTTP 400 with `message` as written here,
 * so the sentence is for people. `field` names the input it belongs to, when there is one; `values` are for programs
 * and for screens that show more than the sentence.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly field: string | undefined;
  readonly values: RefusalValues | undefined;

  constructor(code: string, message: string, field?: string, values?: RefusalValues) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.values = values;
  }
}

/** A limit is reached: like a refusal, but HTTP 429, with the time when the next attempt can succeed. */
export class LimitReached extends Refusal {
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, values: RefusalValues & { seconds: number }) {
    super(code, message, undefined, values);
    this.retryAfterSeconds = values.seconds;
  }
}

/** Declares a limit of a domain, whose code ends with `_limit`; `seconds` is the time until the next attempt can succeed. */
export function limitReached<Values extends RefusalValues & { seconds: number }>(
  code: string,
  sentence: (values: Values) => string,
): (values: Values) => LimitReached {
  return (values) => new LimitReached(code, sentence(values), values);
}

/** Declares a refusal of a domain. The code is `<domain>.<snake_case>`; the maker is called where the rule refuses. */
export function refusal(code: string, message: string, field?: string): () => Refusal {
  return () => new Refusal(code, message, field);
}

/** The same for a sentence with values in it, e.g. `{price}`. */
export function refusalWith<Values extends RefusalValues>(
  code: string,
  sentence: (values: Values) => string,
  field?: string,
): (values: Values) => Refusal {
  return (values) => new Refusal(code, sentence(values), field, values);
}
