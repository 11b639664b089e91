import { MAX_LIST_ROWS } from '../../../contract/endpoint.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { SOLUTION_IMAGE_WIDTHS, notAPicture } from '../media/media.calls.ts';
import { deleteMedia, insertMediaFiles, readUpload, storePicture, titleOf } from '../media/server/media-files.ts';
import { recogniseMedia } from '../media/server/pictures.ts';
import { type SolutionImage, imageInUse } from '../catalogue.calls.ts';
import { selectImages, selectShownWith } from './catalogue.ts';

export const listSolutionImages = (db: Database): Promise<SolutionImage[]> =>
  selectImages(db).limit(MAX_LIST_ROWS).execute();

export async function addSolutionImage(
  deps: Omit<Deps, 'log'>,
  actor: Pick<Actor, 'id' | 'requestId'>,
  upload: Upload,
): Promise<SolutionImage> {
  const bytes = await readUpload(deps, upload);
  if ((await recogniseMedia(bytes)) !== 'picture') throw notAPicture();
  const stored = await storePicture(deps, bytes, SOLUTION_IMAGE_WIDTHS);
  await deps.storage.discard(upload.key);
  return deps.db.transaction().execute(async (tx) => {
    const image = await tx
      .insertInto('solution_images')
      .values({ name: titleOf(upload), url: stored.url })
      .returning(['id', 'name', 'url'])
      .executeTakeFirstOrThrow();
    await insertMediaFiles(tx, { solution_image_id: image.id }, stored);
    const subject = { kind: 'SOLUTION_IMAGE', id: image.id, name: image.name } as const;
    await recordChange(tx, actor, { kind: 'CREATED', subject, from: null, to: image.name });
    return image;
  });
}

/** PostgreSQL's error code for a row that another table references. */
const STILL_NAMED = '23503';

/** The foreign key decides: a solution that took the image a moment ago wins. */
export async function deleteSolutionImage(deps: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  try {
    return await deleteMedia(deps, actor, {
      owner: { solution_image_id: id },
      subject: { kind: 'SOLUTION_IMAGE', id },
      remove: (tx) => tx.deleteFrom('solution_images').where('id', '=', id).returning('name').executeTakeFirst(),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== STILL_NAMED) throw error;
    const solutions = await selectShownWith(deps.db, id).execute();
    throw imageInUse({ solutions: solutions.map(({ name }) => name).join(', ') || 'a solution' });
  }
}
