import type { Insertable } from 'kysely';
import type { Deps } from '../../../server/http/call.ts';
import type { SolutionsTable } from '../../../server/database/schema.ts';

let serial = 0;

/** A TUNING solution of 60 credits, unless told otherwise. */
export function buildSolution({ db }: Pick<Deps, 'db'>, fields: Partial<Insertable<SolutionsTable>> = {}) {
  serial += 1;
  return db
    .insertInto('solutions')
    .values({
      name: `Stage ${serial}`,
      code: `ST${serial}`,
      credits: 60,
      type: 'TUNING',
      order_no: serial,
      image_url: null,
      ...fields,
    })
    .returning(['id', 'name', 'code', 'credits', 'type'])
    .executeTakeFirstOrThrow();
}
