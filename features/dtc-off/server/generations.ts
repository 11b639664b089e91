import type { Actor, Deps } from '../../../server/http/call.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { GENERATIONS_PER_PAGE, type listGenerations as contract } from '../generations.calls.ts';
import { countMatching, selectMatching } from './generations.queries.ts';

/** Returns one page of the generated files that the caller may see, and how many match. */
export async function listGenerations(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { search = '', offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const words = search.split(/\s+/).filter(Boolean);
  const generations = await selectMatching(db, actor, words).limit(GENERATIONS_PER_PAGE).offset(offset).execute();
  const { total_rows } = await countMatching(db, actor, words).executeTakeFirstOrThrow();
  return { generations, total_rows: Number(total_rows) };
}
