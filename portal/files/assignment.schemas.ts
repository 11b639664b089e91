import * as z from 'zod/mini';
import { Done, Id } from '../fields.schemas.ts';
import { ConfirmedCount } from '../pages.schemas.ts';
import { FileDetail, fileSelection } from './files.schemas.ts';

/** null: it is released. */
const Assignee = z.nullable(Id);

export const assignFile = {
  /** `seen` is who had it as the caller saw it: where that has changed, nothing is assigned. */
  input: z.object({ id: Id, assignee_id: Assignee, seen: Assignee }),
  reply: FileDetail,
};

/** Many at once, of a selection. `with_others`: also what a colleague has; it is left out otherwise. */
export const assignSelectedOf = <Selection extends z.core.$ZodLooseShape>(selection: Selection) => ({
  input: z.object({ ...selection, count: ConfirmedCount, assignee_id: Assignee, with_others: z.boolean() }),
  /** `left_out`: confirmed, and with a colleague, or gone or changed since. */
  reply: z.object({ ...Done.shape, assigned: z.int(), left_out: z.int() }),
});

export const assignSelectedFiles = assignSelectedOf(fileSelection);
