import { endpoint } from '../endpoint.ts';
import type * as schemas from './notes.schemas.ts';

export type * from './notes.schemas.ts';

export const getInternals = endpoint<typeof schemas.getInternals>()({
  method: 'GET',
  path: '/internal/:kind/:id',
  summary: 'Get internal notes and tags',
  description: 'Of a customer (`users`), a file (`files`) or a ticket (`tickets`). Customers never see them.',
  who: 'notes.use',
});

export const addNote = endpoint<typeof schemas.addNote>()({
  method: 'POST',
  path: '/internal/:kind/:id/notes',
  summary: 'Add an internal note',
  description: 'For every administrator, with the name of who wrote it.',
  who: 'notes.use',
  status: 201,
  errors: ['notes.too_many_notes'],
});

export const deleteNote = endpoint<typeof schemas.deleteNote>()({
  method: 'DELETE',
  path: '/internal-notes/:id',
  summary: 'Delete an internal note',
  description: 'The audit list has how it began.',
  who: 'notes.use',
});

export const setTags = endpoint<typeof schemas.setTags>()({
  method: 'PUT',
  path: '/internal/:kind/:id/tags',
  summary: 'Set tags',
  description: 'All of them by their names; a tag that is new is made, and one that nothing has any more is gone.',
  who: 'notes.use',
  errors: ['notes.too_many_tags'],
});

export const listTags = endpoint<typeof schemas.listTags>()({
  method: 'GET',
  path: '/tags',
  summary: 'List tags',
  description: 'Every tag that something has, for the filters of the lists.',
  who: 'notes.use',
});
