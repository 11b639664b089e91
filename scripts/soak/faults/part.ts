import type { Statuses } from './uploader.ts';

/** What one kind of fault has shown. */
export interface Part {
  name: string;
  found: string[];
  /** Empty: all is as it has to be. */
  violations: string[];
}

export const describeStatuses = (statuses: Statuses): string =>
  `replies by status (0: the connection broke): ${[...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')}`;
