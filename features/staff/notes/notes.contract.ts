import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './notes.schemas.ts';

export type * from './notes.schemas.ts';

export const getInternals = endpoint<typeof schemas.getInternals>()({
  method: 'GET',
  path: '/internal/:kind/:id',
  summary: 'Get internal notes and tags',
  description:
    'Internal notes and tags of a customer (`users`), a file (`files`) or a ticket (`tickets`). Customers never see them.',
  who: 'notes.use',
});

export const addNote = endpoint<typeof schemas.addNote>()({
  method: 'POST',
  path: '/internal/:kind/:id/notes',
  summary: 'Add an internal note',
  description: 'Visible to all administrators, with the name of the author.',
  who: 'notes.use',
  status: 201,
  errors: ['notes.too_many_notes'],
});

export const deleteNote = endpoint<typeof schemas.deleteNote>()({
  method: 'DELETE',
  path: '/internal-notes/:id',
  summary: 'Delete an internal note',
  description: 'The audit list records the deletion and the beginning of the note.',
  who: 'notes.use',
});

export const setTags = endpoint<typeof schemas.setTags>()({
  method: 'PUT',
  path: '/internal/:kind/:id/tags',
  summary: 'Set tags',
  description:
    'Replaces all tags by the given names. New tags are created, and tags that are no longer used are removed.',
  who: 'notes.use',
  errors: ['notes.too_many_tags'],
});

export const listTags = endpoint<typeof schemas.listTags>()({
  method: 'GET',
  path: '/tags',
  summary: 'List tags',
  description: 'All tags in use, for the filters of the lists.',
  who: 'notes.use',
});
