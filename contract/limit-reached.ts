import { Refusal, type RefusalValues } from './refusal.ts';
import type { ErrorKey } from './texts.ts';

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
