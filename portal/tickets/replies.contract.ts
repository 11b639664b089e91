import { endpoint } from '../endpoint.ts';
import type * as schemas from './replies.schemas.ts';

export type * from './replies.schemas.ts';

export const listSavedReplies = endpoint<typeof schemas.listSavedReplies>()({
  method: 'GET',
  path: '/saved-replies',
  who: 'admin',
});

export const saveReply = endpoint<typeof schemas.saveReply>()({
  method: 'POST',
  path: '/saved-replies',
  who: 'admin',
  status: 201,
});

export const deleteSavedReply = endpoint<typeof schemas.deleteSavedReply>()({
  method: 'DELETE',
  path: '/saved-replies/:id',
  who: 'admin',
});
