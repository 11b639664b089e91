import { sql } from 'kysely';
import { type InputOf, MAX_LIST_ROWS, type ReplyOf } from '../../../contract/endpoint.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { applyChanges } from '../../../server/http/changes.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { type Solution, unknownImage } from '../catalogue.calls.ts';
import type { SolutionFields } from '../solution.ts';
import type * as contract from '../catalogue.calls.ts';
import { drawingOf, listMissingSolutions } from '../standard-solutions.ts';

/** Lists the catalogue as everybody sees it, in the order the operator gave it. */
export const listSolutions = (db: Database): Promise<Solution[]> => selectSolutions(db).limit(MAX_LIST_ROWS).execute();

/** Returns the offered ones among `ids`, in catalogue order; an id that is not offered is missing from the result. */
export const findSolutions = (db: Database, ids: readonly number[]): Promise<Solution[]> =>
  selectSolutions(db)
    .where('id', 'in', [...ids, 0])
    .execute();

export async function getSolution(db: Database, id: number): Promise<Solution> {
  const solution = await selectSolution(db, id).executeTakeFirst();
  if (!solution) throw notFound();
  return solution;
}

const subjectOf = ({ id, name }: Pick<Solution, 'id' | 'name'>) => ({ kind: 'SOLUTION', id, name }) as const;

export async function addSolution({ db }: Deps, actor: Actor, fields: SolutionFields): Promise<Solution> {
  const { name, code, credits, type, image_url = null } = fields;
  return db.transaction().execute(async (tx) => {
    const image_id = await getImageId(tx, image_url);
    const order_no = fields.order_no ?? (await findNextPlace(tx, type));
    const added = await tx
      .insertInto('solutions')
      .values({ name, code, credits, type, order_no, image_url, image_id })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { kind: 'CREATED', subject: subjectOf(added), from: null, to: `${credits} CRS` });
    return added;
  });
}

async function getImageId(tx: Database, url: string | null): Promise<number | null> {
  if (url === null) return null;
  const image = await selectImage(tx, url).executeTakeFirst();
  if (!image) throw unknownImage();
  return image.id;
}

/**
 * Changes the fields that are given. A new price applies from the next upload on; files that were uploaded before keep
 * theirs.
 */
export async function updateSolution(
  { db }: Deps,
  actor: Actor,
  { id, ...given }: InputOf<typeof contract.patchSolution>,
): Promise<Solution> {
  return db.transaction().execute(async (tx) => {
    const before = await selectSolution(tx, id).forUpdate().executeTakeFirst();
    if (!before) throw notFound();
    const { name, code, credits, type, image_url, order_no } = applyChanges(before, given);
    const place = order_no ?? (await findNextPlace(tx, type, id));
    // A drawing that came with the program stays until another image is chosen.
    const image = image_url === before.image_url ? {} : { image_url, image_id: await getImageId(tx, image_url) };
    const after = await tx
      .updateTable('solutions')
      .set({ name, code, credits, type, order_no: place, ...image })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordDifferences(tx, actor, before, after);
    return after;
  });
}

const RECORDED = ['name', 'code', 'type', 'order_no', 'image_url'] as const;

async function recordDifferences(
  tx: Parameters<typeof recordChange>[0],
  actor: Actor,
  before: Solution,
  after: Solution,
): Promise<void> {
  const subject = subjectOf(after);
  await recordChange(tx, actor, { kind: 'PRICE', subject, from: before.credits, to: after.credits });
  for (const field of RECORDED) {
    await recordChange(tx, actor, { kind: 'SOLUTION', subject, field, from: before[field], to: after[field] });
  }
}

/** Deletes a solution: it can no longer be chosen, while files uploaded with it keep its name and price. */
export async function deleteSolution({ db, clock }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const gone = await softDelete(tx, id, clock.now()).executeTakeFirst();
    if (!gone) throw notFound();
    const subject = subjectOf({ id, name: gone.name });
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: `${gone.credits} CRS`, to: null });
  });
  return { message: 'Solution deleted successfully!' };
}

const COLUMNS = ['id', 'name', 'code', 'credits', 'type', 'order_no', 'image_url'] as const;

const selectOffered = (db: Database) => db.selectFrom('solutions').select(COLUMNS).where('deleted_at', 'is', null);

const selectSolutions = (db: Database) => selectOffered(db).orderBy('type', 'desc').orderBy('order_no').orderBy('id');

const selectSolution = (db: Database, id: number) => selectOffered(db).where('id', '=', id);

/** Locks the image, so that it cannot be deleted before the solution references it. */
const selectImage = (tx: Database, url: string) =>
  tx.selectFrom('solution_images').select('id').where('url', '=', url).forKeyShare();

const selectLastOfType = (tx: Database, type: SolutionFields['type'], but: number) =>
  tx
    .selectFrom('solutions')
    .select((eb) => eb.fn.coalesce(eb.fn.max('order_no'), eb.lit(0)).as('last'))
    .where('type', '=', type)
    .where('id', '<>', but)
    .where('deleted_at', 'is', null);

/** Returns the next free place of a type, behind all solutions except the one that is to go there. */
async function findNextPlace(tx: Database, type: SolutionFields['type'], id = 0): Promise<number> {
  const { last } = await selectLastOfType(tx, type, id).executeTakeFirstOrThrow();
  return Math.min(last + 1, 9999);
}

const softDelete = (tx: Database, id: number, at: Date) =>
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

/** Lock held while solutions are added, so that two administrators at once do not add them twice. */
const ADDING_LOCK = 7_205_811;

/** Leaves out what the catalogue has by name or code; the others follow the existing ones, in the standard order. */
export async function addStandardSolutions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { solutions }: InputOf<typeof contract.addStandardSolutions>,
): Promise<ReplyOf<typeof contract.addStandardSolutions>> {
  const prices = new Map(solutions.map(({ code, credits }) => [code, credits]));
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADDING_LOCK)})`.execute(tx);
    const missing = listMissingSolutions(await selectSolutions(tx).execute()).filter(({ code }) => prices.has(code));
    for (const solution of missing) {
      const { name, code, type } = solution;
      const credits = prices.get(code) ?? 0;
      const added = await tx
        .insertInto('solutions')
        .values({ name, code, type, credits, order_no: await findNextPlace(tx, type), image_url: drawingOf(solution) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const subject = { kind: 'SOLUTION', id: added.id, name } as const;
      await recordChange(tx, actor, { kind: 'CREATED', subject, from: null, to: `${credits} CRS` });
    }
    const added = missing.map(({ code }) => code);
    const left_out = [...prices.keys()].filter((code) => !added.includes(code));
    return { message: `${added.length} solutions were added.`, added, left_out };
  });
}
