import * as z from 'zod/mini';
import { chosen } from '../fields.schemas.ts';
import { invalid } from '../texts.ts';
import { WORK_FILTERS } from './work.list.ts';

export const WorkFilter = z.enum(
  WORK_FILTERS,
  invalid('errors.fields.one_of', { name: 'work', choices: WORK_FILTERS.join(', ') }),
);
export type WorkFilter = z.output<typeof WorkFilter>;

/** Of what waits for staff: the caller's own, what has no assignee, and what waits longer than its target time. */
export const chosenWork = chosen(WorkFilter);
