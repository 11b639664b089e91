import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';

/** Returns the oldest break that is not cleared yet, or null. While one is open, nothing may be spent. */
export async function findOpenAlarm(db: Database): Promise<string | null> {
  const alarm = await db
    .selectFrom('credit_alarms')
    .select('finding')
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return alarm?.finding ?? null;
}

/** Raises an alarm for each finding; every open alarm stops spending. */
export async function raiseAlarms({ db, log }: Pick<Deps, 'db' | 'log'>, findings: readonly string[]): Promise<void> {
  for (const finding of findings) {
    log.error({ finding }, 'THE LEDGER DOES NOT ADD UP: spending is stopped');
    await db
      .insertInto('credit_alarms')
      .values({ finding })
      .onConflict((conflict) => conflict.column('finding').where('cleared_at', 'is', null).doNothing())
      .execute();
  }
}

/** Returns the id of the last alarm raised; 0 when there was none. */
export async function findLastAlarm(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('credit_alarms')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Clears the alarms up to this id: a check does not clear what was found after it began. */
export const clearAlarms = (db: Database, last: number) =>
  db
    .updateTable('credit_alarms')
    .set({ cleared_at: sql`now()` })
    .where('cleared_at', 'is', null)
    .where('id', '<=', last)
    .execute();
