import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id } from '../../contract/fields.ts';
import { ConfirmedCount } from '../../contract/pages.ts';
import { SELECTION_ERRORS } from './file-fields.ts';
import { FileDetail } from './file.ts';
import { fileSelection } from './files.calls.ts';

/** Null: releases the file. */
const Assignee = z.nullable(Id);

export const assignFile = endpoint({
  method: 'PUT',
  path: '/files/:id/assignee',
  summary: 'Assign a file',
  description:
    'Assigns a file and its ticket to a member of staff, which starts the work on a file that waits, or to none with `null`. If two take it at once, one succeeds and the other is shown who did.',
  who: 'work.assign',
  /** `seen` is the assignee as the caller saw it: if that has changed, nothing is assigned. */
  input: z.object({ id: Id, assignee_id: Assignee, seen: Assignee }),
  reply: FileDetail,
  errors: ['files.just_changed', 'files.not_staff', 'files.released', 'files.taken'],
});

/** Assigns a selection at once. `with_others`: includes what colleagues have, which is otherwise left out. */
export const assignSelectedSchemas = <Selection extends z.core.$ZodLooseShape>(selection: Selection) => ({
  input: z.object({ ...selection, count: ConfirmedCount, assignee_id: Assignee, with_others: z.boolean() }),
  /** `left_out`: confirmed, but assigned to a colleague, or gone or changed since. */
  reply: z.object({ ...Done.shape, assigned: z.int(), left_out: z.int() }),
});

const assignSelected = assignSelectedSchemas(fileSelection);

export const assignSelectedFiles = endpoint({
  method: 'POST',
  path: '/files/selected/assign',
  summary: 'Assign selected files',
  description:
    'Assigns the confirmed number of files. Work on those that wait starts. Files of colleagues are skipped unless the call includes them explicitly.',
  who: 'work.assign',
  input: assignSelected.input,
  reply: assignSelected.reply,
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
