import { sql } from 'kysely';
import type { Actor } from '../../../server/http/call.ts';
import { OPEN_STATUSES } from '../files.list.ts';
import { can } from '../../capabilities.ts';

/** As they are spelled in the condition of the index (migration 0048). */
const OPEN = sql.join(OPEN_STATUSES.map((status) => sql.lit(status)));

/** The files that wait for the actor: a price for staff to set; a payment or a first download for a customer. */
export const waitingFiles = (actor: Pick<Actor, 'id' | 'role'>) =>
  can(actor, 'files.price')
    ? sql`select from files
           where status in (${OPEN}) and price_status = 'UNPAID' and feasible is null
             and deleted_at is null
          union all
          select from files where revision_since is not null and status = 'PROCESSED' and deleted_at is null`
    : sql`select from files
           where user_id = ${actor.id} and status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE'
             and (price_status = 'UNPAID' or (status = 'PROCESSED' and price_status = 'PAID' and delivered_at is null))
             and deleted_at is null`;
