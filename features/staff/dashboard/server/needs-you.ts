import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { type Capability, type Viewer, can, toOwner } from '../../../../contract/capabilities.ts';
import { selectUserBalance } from '../../../credits/server/credits.ts';
import {
  countFiles,
  selectFilesNeedingOwner,
  selectFilesNeedingStaff,
  selectFirstFiles,
  selectWaitingFiles,
} from '../../../files/server/waiting-files.ts';
import { paymentsNeedingReview, paymentsToReview } from '../../../payments/server/payments.ts';
import {
  selectTicketsNeeding,
  selectTicketsOfWork,
  selectWaitingTickets,
} from '../../../tickets/server/ticket-work.ts';
import { findProgress } from '../../../shop/first-start/server/first-start.ts';
import {
  type Dashboard,
  type FirstSteps,
  NEEDED_SHOWN,
  type Need,
  type NeedKind,
  type Needed,
  type NeedsYou,
  WAITING_COUNTED,
  type Waiting,
} from '../dashboard.calls.ts';
import { getVisibleUserId } from '../../../accounts/server/accounts.ts';
import { listOpenFiles } from '../../../files/server/files.ts';
import { listOpenTickets } from '../../../tickets/server/tickets.ts';
import { type Work, selectFilesOfWork, toWork } from '../../../files/server/file-rows.ts';
import { WORK_PARTS } from '../../work/work-filter.ts';
import { countMinutesOverdue } from '../../work/server/work.ts';
import type { TargetKind } from '../../work/target-kinds.ts';
import { vehicleText } from '../../../files/files.rules.ts';

type Reader = Viewer & Pick<Actor, 'colleague'>;
type Read = Pick<Deps, 'db'>;

/** Lists the kinds in the order in which the dashboard shows them: money first. */
function selectNeeds(reader: Reader, work: Work): [NeedKind, RawBuilder<unknown>][] {
  if (can(reader, 'customer-area.open')) {
    const files = selectFilesNeedingOwner(reader.id);
    return [
      ['PAY', files.PAY],
      ['READ_REPLY', selectTicketsNeeding(reader, work)],
      ['DOWNLOAD', files.DOWNLOAD],
      ['REFUSED', files.REFUSED],
    ];
  }
  const files = selectFilesNeedingStaff(work);
  const ofStaff: [Capability, NeedKind, RawBuilder<unknown>][] = [
    ['files.price', 'SET_PRICE', files.SET_PRICE],
    ['files.attach-modified', 'CHANGE_REQUESTED', files.CHANGE_REQUESTED],
    ['tickets.answer', 'REPLY', selectTicketsNeeding(reader, work)],
    ['payments.review', 'REVIEW_PAYMENT', paymentsNeedingReview],
  ];
  return ofStaff.filter(([needed]) => can(reader, needed)).map(([, kind, rows]) => [kind, rows]);
}

/** Counts only as far as is shown; of the items counted, what is overdue and those that have waited longest are listed. */
const selectNeed = (kind: NeedKind, rows: RawBuilder<unknown>) => sql`
  select ${kind}::text as kind, count(*)::int as count, count(overdue_kind)::int as overdue,
         coalesce(json_agg(json_build_object(
           'file_id', file_id, 'number', number, 'name', name, 'brand', brand, 'ecu', ecu, 'generation', generation,
           'last_message', last_message, 'ticket_status', ticket_status, 'username', username, 'price', price, 'overdue_kind', overdue_kind,
           'since', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         ) order by place) filter (where place <= ${sql.lit(NEEDED_SHOWN)}), '[]') as longest
    from (select counted.*, row_number() over (order by overdue_kind is null, since) as place
            from (${rows} limit ${sql.lit(WAITING_COUNTED)}) counted) placed`;

type CountedNeed = Omit<Need, 'longest'> & { longest: CountedItem[] };
type CountedItem = Omit<Needed, 'vehicle' | 'overdue_minutes'> & {
  brand: string | null;
  ecu: string;
  generation: string;
  overdue_kind: TargetKind | null;
};

/** Uses one statement, every part of which reads an index of what waits. */
export async function getNeedsYou(deps: Pick<Deps, 'db' | 'config' | 'clock'>, reader: Reader): Promise<NeedsYou> {
  const needs = selectNeeds(reader, toWork(deps, reader)).map(([kind, rows]) => selectNeed(kind, rows));
  const { rows } =
    needs.length === 0 ? { rows: [] } : await sql<CountedNeed>`${sql.join(needs, sql` union all `)}`.execute(deps.db);
  // A colleague cannot take the customer's.
  const isNew = can(reader, 'customer-area.open') && reader.colleague === undefined;
  const first_steps = isNew ? await findFirstSteps(deps, reader.id) : null;
  const first_start = can(reader, 'settings.change') ? await findProgress(deps) : null;
  const waiting = rows.filter(({ count }) => count > 0);
  const describe = (need: CountedNeed): Need => ({
    ...need,
    longest: need.longest.map((item) => describeNeeded(deps, item)),
  });
  return { needs: waiting.map(describe), first_steps, first_start };
}

function describeNeeded(
  deps: Pick<Deps, 'config' | 'clock'>,
  { brand, ecu, generation, overdue_kind, ...item }: CountedItem,
): Needed {
  return {
    ...item,
    vehicle: brand === null ? null : vehicleText({ brand, ecu, generation }),
    overdue_minutes: overdue_kind && countMinutesOverdue(deps, overdue_kind, new Date(item.since)),
  };
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

/** The counts of all customers and what is waiting. */
export async function getDashboard({ db }: Pick<Deps, 'db'>, viewer: Viewer, count?: 'exact'): Promise<Dashboard> {
  const [counts, files, tickets] = await Promise.all([
    countFiles(db, viewer, { isExact: count === 'exact' }),
    listOpenFiles(db, viewer),
    listOpenTickets(db, viewer),
  ]);
  return { ...counts, files, tickets };
}

/** The dashboard of one customer, as that customer sees it; for the customer and for administrators. */
export async function getUserDashboard(
  deps: Deps,
  actor: Actor,
  { userId, count }: { userId: number; count?: 'exact' | undefined },
): Promise<Dashboard> {
  const owner = await getVisibleUserId(deps, actor, userId);
  return getDashboard(deps, toOwner({ id: owner }), count);
}

const countRows = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (${rows} limit ${sql.lit(WAITING_COUNTED)}) counted)`;

/** Counts each part of the work, in files and in tickets. */
function countWork(work: Work) {
  const counts = WORK_PARTS.map(
    (filter) => sql`${sql.lit(filter)}, json_build_object(
      'files', ${countRows(selectFilesOfWork(filter, work))}, 'tickets', ${countRows(selectTicketsOfWork(filter, work))})`,
  );
  return sql`json_build_object(${sql.join(counts)})`;
}

/** Uses one statement, every part of which reads an index of what waits. */
export async function getWaiting(deps: Pick<Deps, 'db' | 'config' | 'clock'>, actor: Viewer): Promise<Waiting> {
  const payments = can(actor, 'payments.review') ? countRows(paymentsToReview) : sql<null>`null`;
  const work = can(actor, 'work.read') ? sql`, ${countWork(toWork(deps, actor))} as work` : sql``;
  const { rows } = await sql<Waiting>`
    select ${countRows(selectWaitingFiles(actor))} as files, ${countRows(selectWaitingTickets(actor))} as tickets,
           ${payments} as payments${work}`.execute(deps.db);
  return rows[0] as Waiting;
}
