import * as z from 'zod/mini';
import { endpoint, LONG_WORK_SECONDS } from '../../../contract/endpoint.ts';
import { Done, Id } from '../../../contract/fields.ts';
import { ChangesPicture } from '../hex/picture.ts';

const Target = z.object({ id: Id });

export const getChangeLink = endpoint({
  method: 'GET',
  path: '/files/:id/change-link',
  summary: 'Get the link to what was changed',
  description: 'When the link was made by which everybody who has it sees what was changed; null: there is none.',
  who: 'files.pay',
  input: Target,
  reply: z.object({ created_at: z.nullable(z.string()) }),
});

export const createChangeLink = endpoint({
  method: 'POST',
  path: '/files/:id/change-link',
  summary: 'Make a link to what was changed',
  description:
    'Makes the link of a bought file, in place of an earlier one. It shows the vehicle, the map of the file and the beginning of the changed regions; only this reply has its token.',
  who: 'files.pay',
  hasSecret: true,
  timeoutSeconds: LONG_WORK_SECONDS,
  input: Target,
  reply: z.object({ token: z.string(), created_at: z.string() }),
  errors: ['files.bytes_removed', 'files.changes_not_drawn', 'files.just_changed', 'files.modified_unavailable'],
});

export const revokeChangeLink = endpoint({
  method: 'DELETE',
  path: '/files/:id/change-link',
  summary: 'Revoke the link to what was changed',
  description: 'The link shows nothing from now on. Revoking one that is gone changes nothing.',
  who: 'files.pay',
  input: Target,
  reply: Done,
});

/** The token is in the body, so that no log of addresses has it. */
export const readChangeLink = endpoint({
  method: 'POST',
  path: '/change-link',
  summary: 'See what was changed',
  description:
    'What a link shows to everybody who has it, as long as its file is paid and neither the file nor the link is deleted.',
  who: 'anyone',
  perMinute: 60,
  input: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({
    /** Brand, engine and year. */
    vehicle: z.string(),
    made_at: z.string(),
    picture: ChangesPicture,
  }),
  errors: ['files.changes_link_gone'],
});
