/**
 * The database could not be used in time. It is neither a refusal nor an `HttpProblem`: of a call that ended like this
 * it is unknown how far it came, so its uploaded bytes stay until the sweep finds out (`discardAfter` in mount.ts).
 */
export class Overload extends Error {
  /** `crowded`: too many calls of one caller wait. `late`: the time of a call is over. */
  readonly kind: 'crowded' | 'late' | 'gone';

  constructor(kind: Overload['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export const isGone = (error: unknown): boolean => error instanceof Overload && error.kind === 'gone';
