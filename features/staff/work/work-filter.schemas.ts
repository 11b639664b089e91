import * as z from 'zod/mini';
import { chosen } from '../../../contract/fields.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { WORK_FILTERS } from './work.list.ts';

export const WorkFilter = z.enum(
  WORK_FILTERS,
  invalid('errors.fields.one_of', { name: 'work', choices: WORK_FILTERS.join(', ') }),
);
export type WorkFilter = z.output<typeof WorkFilter>;

/** Filter for work that waits for staff: the caller's own, unassigned, or overdue. */
export const chosenWork = chosen(WorkFilter);
