import type { Database } from '../../../server/database/connect.ts';
import type { SolutionFields } from '../solution.ts';

export const COLUMNS = ['id', 'name', 'code', 'credits', 'type', 'order_no', 'image_url'] as const;

const selectOffered = (db: Database) => db.selectFrom('solutions').select(COLUMNS).where('deleted_at', 'is', null);

export const selectSolutions = (db: Database) =>
  selectOffered(db).orderBy('type', 'desc').orderBy('order_no').orderBy('id');

export const selectSolution = (db: Database, id: number) => selectOffered(db).where('id', '=', id);

/** Locks the image, so that it cannot be deleted before the solution references it. */
export const selectImage = (tx: Database, url: string) =>
  tx.selectFrom('solution_images').select('id').where('url', '=', url).forKeyShare();

const selectLastOfType = (tx: Database, type: SolutionFields['type'], but: number) =>
  tx
    .selectFrom('solutions')
    .select((eb) => eb.fn.coalesce(eb.fn.max('order_no'), eb.lit(0)).as('last'))
    .where('type', '=', type)
    .where('id', '<>', but)
    .where('deleted_at', 'is', null);

/** Returns the next free place of a type, behind all solutions except the one that is to go there. */
export async function findNextPlace(tx: Database, type: SolutionFields['type'], id = 0): Promise<number> {
  const { last } = await selectLastOfType(tx, type, id).executeTakeFirstOrThrow();
  return Math.min(last + 1, 9999);
}

export const softDelete = (tx: Database, id: number, at: Date) =>
  tx
    .updateTable('solutions')
    .set((eb) => ({ deleted_at: at, image_before_delete: eb.ref('image_id'), image_id: null }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['name', 'credits']);

export const selectShownWith = (db: Database, imageId: number) =>
  db.selectFrom('solutions').select('name').where('image_id', '=', imageId).orderBy('name');

export const selectImages = (db: Database) =>
  db.selectFrom('solution_images').select(['id', 'name', 'url']).orderBy('id', 'desc');
