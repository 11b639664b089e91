import { Refusal, type RefusalValues } from './refusal.ts';
import type { ErrorKey } from './texts.ts';

/** A limit is reached: like a refusal, but HTTP 429, with the time until the next attempt can succeed. */
export class LimitReached extends Refusal {
  readonly retryAfterSeconds: number;

  constructor(key: ErrorKey, values: RefusalValues & { seconds: number }) {
    super(key, undefined, values);
    this.retryAfterSeconds = values.seconds;
  }
}

/** Declares a limit of a domain, whose code ends with `_limit`; `seconds` is the time until the next attempt can succeed. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the values that a caller has to give
export function limitReached<Values extends RefusalValues & { seconds: number }>(
  key: ErrorKey,
): (values: Values) => LimitReached {
  return (values) => new LimitReached(key, values);
}
