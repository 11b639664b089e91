import type { Insertable } from 'kysely';
import { samplePicture } from '../media/server/media.factory.ts';
import { insertMediaFiles, storePicture } from '../media/server/media-files.ts';
import { SOLUTION_IMAGE_WIDTHS } from '../media/media.calls.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { SolutionsTable } from '../../../server/database/schema.ts';

let serial = 0;

/** Creates a TUNING solution of 60 credits, unless set otherwise. */
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

/** Creates an uploaded image that solutions may show. */
export async function buildSolutionImage(deps: Pick<Deps, 'db' | 'storage'>, name = 'Turbo') {
  const stored = await storePicture(deps, await samplePicture(), SOLUTION_IMAGE_WIDTHS);
  const image = await deps.db
    .insertInto('solution_images')
    .values({ name, url: stored.url })
    .returning(['id', 'name', 'url'])
    .executeTakeFirstOrThrow();
  await insertMediaFiles(deps.db, { solution_image_id: image.id }, stored);
  return image;
}
