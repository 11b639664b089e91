import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type * as contract from '../catalogue.calls.ts';
import { drawingOf, listMissingSolutions } from '../standard-solutions.rules.ts';
import { findNextPlace, selectSolutions } from './catalogue.ts';

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
