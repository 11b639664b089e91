import * as z from 'zod/mini';
import { chosen } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';

/** The views of a list that staff work through. */
export const WORK_FILTERS = ['mine', 'unassigned', 'overdue'] as const;

export const WorkFilter = z.enum(
  WORK_FILTERS,
  invalid('errors.fields.one_of', { name: 'work', choices: WORK_FILTERS.join(', ') }),
);
export type WorkFilter = z.output<typeof WorkFilter>;

/** Filter for work that waits for staff: the caller's own, unassigned, or overdue. */
export const chosenWork = chosen(WorkFilter);
