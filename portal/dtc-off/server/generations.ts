import type { Actor, Deps } from '../../../server/http/call.ts';
import { GENERATIONS_PER_PAGE, type GenerationsPage } from '../generations.contract.ts';
import { selectGenerationsBelow } from './generations.queries.ts';

/** One page of the caller's generated files. One row more than is shown says whether there is another page. */
export async function listGenerations(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  below: number | undefined,
): Promise<GenerationsPage> {
  const page = { below: below ?? Number.MAX_SAFE_INTEGER, limit: GENERATIONS_PER_PAGE + 1 };
  const rows = await selectGenerationsBelow(db, actor, page).execute();
  const generations = rows.slice(0, GENERATIONS_PER_PAGE);
  return { generations, next: rows.length > generations.length ? (generations.at(-1)?.id ?? null) : null };
}
