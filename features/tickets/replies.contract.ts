import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './replies.schemas.ts';

export type * from './replies.schemas.ts';

export const listSavedReplies = endpoint<typeof schemas.listSavedReplies>()({
  method: 'GET',
  path: '/saved-replies',
  summary: 'List saved replies',
  description: 'Texts that administrators use often. All administrators share the list.',
  who: 'tickets.use-saved-replies',
});

export const saveReply = endpoint<typeof schemas.saveReply>()({
  method: 'POST',
  path: '/saved-replies',
  summary: 'Add a saved reply',
  description: 'A text with a name, for every administrator.',
  who: 'tickets.use-saved-replies',
  status: 201,
});

export const deleteSavedReply = endpoint<typeof schemas.deleteSavedReply>()({
  method: 'DELETE',
  path: '/saved-replies/:id',
  summary: 'Delete a saved reply',
  description: 'Messages that were written with it are preserved.',
  who: 'tickets.use-saved-replies',
});
