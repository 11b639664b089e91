import type { ListShape } from '../../../web/lists/list-shape.ts';
import type { ListPlace } from '../../../web/lists/list-thread.ts';

const SHAPE: ListShape = {
  search: ['ticket_id', 'subject'],
  sort: {
    ticket_id: 'id',
    subject: 'subject',
    username: 'username',
    status: 'status',
    opening_date: 'opening_date',
    closing_date: 'closing_date',
  },
  count: ['status'],
};

/** Known before the contract is there; a test holds the two together. */
export const TICKETS_PLACE: ListPlace = { path: '/tickets', shape: SHAPE, filters: { status: 'status' } };
