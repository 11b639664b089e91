import type { Statuses } from './uploader.ts';

/** The result of one kind of fault. */
export interface Part {
  name: string;
  found: string[];
  /** Empty when everything is as it has to be. */
  violations: string[];
}

/** Returns a sentence for each status that is not among those expected. */
export const listUnexpected = (statuses: Statuses, expected: readonly number[]): string[] =>
  [...statuses]
    .filter(([status]) => !expected.includes(status))
    .map(([status, times]) => `${times} replies with ${status}`);

export const describeStatuses = (statuses: Statuses): string =>
  `replies by status (0: the connection broke): ${[...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')}`;
