import * as z from 'zod/mini';
import { Done, Id } from '../../contract/fields.schemas.ts';
import { ConfirmedCount } from '../../contract/pages.schemas.ts';
import { FileDetail, fileSelection } from './files.schemas.ts';

/** Null: releases the file. */
const Assignee = z.nullable(Id);

export const assignFile = {
  /** `seen` is the assignee as the caller saw it: if that has changed, nothing is assigned. */
  input: z.object({ id: Id, assignee_id: Assignee, seen: Assignee }),
  reply: FileDetail,
};

/** Assigns a selection at once. `with_others`: includes what colleagues have, which is otherwise left out. */
export const assignSelectedOf = <Selection extends z.core.$ZodLooseShape>(selection: Selection) => ({
  input: z.object({ ...selection, count: ConfirmedCount, assignee_id: Assignee, with_others: z.boolean() }),
  /** `left_out`: confirmed, but assigned to a colleague, or gone or changed since. */
  reply: z.object({ ...Done.shape, assigned: z.int(), left_out: z.int() }),
});

export const assignSelectedFiles = assignSelectedOf(fileSelection);
