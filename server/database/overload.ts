/**
 * Thrown when the database could not be used in time. It is neither a refusal nor an `HttpProblem`: how far such a call
 * got is unknown, so its uploaded bytes stay until the sweep finds out (`discardAfter` in call-guard.ts).
 */
export class Overload extends Error {
  /**
   * `crowded`: too many calls of one caller are waiting. `late`: the time for a call is over. `gone`: the client has
   * left.
   */
  readonly kind: 'crowded' | 'late' | 'gone';

  constructor(kind: Overload['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export const isClientGone = (error: unknown): boolean => error instanceof Overload && error.kind === 'gone';
