import type { Database } from '../../../server/database/connect.ts';
import type { Solution } from '../catalogue.contract.ts';
import { selectSolutions } from './catalogue.queries.ts';

/** The catalogue as everybody sees it, in the order the operator gave it. */
export const listSolutions = (db: Database): Promise<Solution[]> => selectSolutions(db).execute();

/** The offered ones among `ids`, in catalogue order; an id that is not offered is missing from the answer. */
export const findSolutions = (db: Database, ids: readonly number[]): Promise<Solution[]> =>
  selectSolutions(db)
    .where('id', 'in', [...ids, 0])
    .execute();
