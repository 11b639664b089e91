import * as z from 'zod/mini';
import { chosen } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';

/** The parts of what waits for staff that the menu counts. */
export const WORK_PARTS = ['mine', 'unassigned', 'overdue'] as const;

/** The views of a list that staff work through: all that waits for them, and its parts. */
export const WORK_FILTERS = ['waiting', ...WORK_PARTS] as const;

export const WorkFilter = z.enum(
  WORK_FILTERS,
  invalid('errors.fields.one_of', { name: 'work', choices: WORK_FILTERS.join(', ') }),
);
export type WorkFilter = z.output<typeof WorkFilter>;

/** Filter for work that waits for staff: all of it, the caller's own, unassigned, or overdue. */
export const chosenWork = chosen(WorkFilter);

/** An open page renews its lease this often; a page closed without notice expires after the second time. */
export const PRESENCE_RENEWAL_MS = 20_000;

export const PRESENCE_LEASE_SECONDS = 50;

/** Maximum numbers of presences and staff that are listed. */
export const MAX_PRESENCES = 500;

export const MAX_STAFF = 500;
