import type { Statuses } from './uploader.ts';

/** The result of one kind of fault. */
export interface Part {
  name: string;
  found: string[];
  /** Empty when everything is as it has to be. */
  violations: string[];
}

export const describeStatuses = (statuses: Statuses): string =>
  `replies by status (0: the connection broke): ${[...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')}`;
