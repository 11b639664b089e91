import type { Database } from '../../../server/database/connect.ts';

export const selectSolutions = (db: Database) =>
  db
    .selectFrom('solutions')
    .select(['id', 'name', 'code', 'credits', 'type', 'order_no', 'image_url'])
    .where('deleted_at', 'is', null)
    .orderBy('type', 'desc')
    .orderBy('order_no')
    .orderBy('id');
