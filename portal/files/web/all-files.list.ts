import type { ListShape } from '../../../web/lists/list-shape.ts';
import type { ListPlace } from '../../../web/lists/list-thread.ts';

/** The number in the address counts as an id too, but only as a whole: its digits are in every file's number. */
const SHAPE: ListShape = {
  search: ['file_id', 'file_name', 'username'],
  exact: ['id'],
  sort: {
    file_id: 'id',
    username: 'username',
    file_name: 'file_name',
    price: 'price',
    price_status: 'price_status',
    status: 'status',
    created_at: 'created_at',
  },
  count: ['status'],
};

/** Known before the contract is there; a test holds the two together. */
export const FILES_PLACE: ListPlace = {
  path: '/files',
  shape: SHAPE,
  filters: { status: 'status', price_status: 'price' },
};
