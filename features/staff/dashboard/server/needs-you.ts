import { sql, type RawBuilder } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { can } from '../../../../contract/capabilities.ts';
import { selectUserBalance } from '../../../credits/server/user-balance.ts';
import { selectFilesNeedingOwner, filesNeedingStaff, selectFirstFiles } from '../../../files/server/waiting-files.ts';
import { paymentsNeedingReview } from '../../../payments/server/payments-to-review.ts';
import { selectTicketsNeeding } from '../../../tickets/server/ticket-work.ts';
import { findProgress } from '../../../shop/first-start/server/first-start.ts';
import {
  WAITING_COUNTED,
  type FirstSteps,
  type Need,
  type NeedKind,
  type NeedsYou,
  NEEDED_SHOWN,
} from '../dashboard.calls.ts';

type Reader = Pick<Actor, 'id' | 'role'>;
type Read = Pick<Deps, 'db'>;

/** Lists the kinds in the order in which the dashboard shows them: money first. */
function selectNeeds(reader: Reader): [NeedKind, RawBuilder<unknown>][] {
  if (!can(reader, 'dashboard.read-all')) {
    const files = selectFilesNeedingOwner(reader.id);
    return [
      ['PAY', files.PAY],
      ['READ_REPLY', selectTicketsNeeding(reader)],
      ['DOWNLOAD', files.DOWNLOAD],
      ['REFUSED', files.REFUSED],
    ];
  }
  return [
    ['SET_PRICE', filesNeedingStaff.SET_PRICE],
    ['CHANGE_REQUESTED', filesNeedingStaff.CHANGE_REQUESTED],
    ['REPLY', selectTicketsNeeding(reader)],
    ...(can(reader, 'payments.review') ? ([['REVIEW_PAYMENT', paymentsNeedingReview]] as const) : []),
  ] as [NeedKind, RawBuilder<unknown>][];
}

/** Counts only as far as is shown; of the items counted, those that have waited longest are listed. */
const selectNeed = (kind: NeedKind, rows: RawBuilder<unknown>) => sql`
  select ${kind}::text as kind, count(*)::int as count, coalesce(json_agg(json_build_object(
           'file_id', file_id, 'number', number, 'name', name, 'username', username, 'price', price,
           'since', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         ) order by since) filter (where place <= ${sql.lit(NEEDED_SHOWN)}), '[]') as longest
    from (select counted.*, row_number() over (order by since) as place
            from (${rows} limit ${sql.lit(WAITING_COUNTED)}) counted) placed`;

/** Uses one statement, every part of which reads an index of what waits. */
export async function getNeedsYou(deps: Pick<Deps, 'db' | 'config'>, reader: Reader): Promise<NeedsYou> {
  const needs = selectNeeds(reader).map(([kind, rows]) => selectNeed(kind, rows));
  const { rows } = await sql<Need>`${sql.join(needs, sql` union all `)}`.execute(deps.db);
  const first_steps = can(reader, 'customer-area.open') ? await findFirstSteps(deps, reader.id) : null;
  const first_start = can(reader, 'settings.change') ? await findProgress(deps) : null;
  return { needs: rows.filter(({ count }) => count > 0), first_steps, first_start };
}

async function findFirstSteps({ db }: Read, userId: number): Promise<FirstSteps | null> {
  const user = await db
    .selectFrom('users')
    .select(['verified', 'phone', 'country', 'first_steps_dismissed_at', selectUserBalance('MAIN').as('balance')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.first_steps_dismissed_at !== null) return null;
  const [files] = (await selectFirstFiles(userId).execute(db)).rows;
  const steps = {
    email: user.verified,
    profile: user.phone !== '' && user.country !== '',
    upload: files?.sent ?? false,
    credits: (files?.paid ?? false) || user.balance > 0,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

export async function dismissFirstSteps({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor) {
  await db
    .updateTable('users')
    .set({ first_steps_dismissed_at: clock.now() })
    .where('id', '=', actor.id)
    .where('first_steps_dismissed_at', 'is', null)
    .execute();
  return { message: 'The first steps are not shown any more.' };
}
