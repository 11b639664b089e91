import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { listRolesWith } from '../../../../contract/capabilities.ts';
import { requireRoomForColleague } from '../../../accounts/server/companies.ts';
import { requireEverything } from '../../../accounts/staff-roles/server/staff-roles.ts';
import { passOnToTickets } from '../../../files/server/file-edits.ts';
import { recordChange } from '../../audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../bin.calls.ts';
import { BIN_DAYS, BIN_SHOWN, type BinItem, addressTaken } from '../bin.calls.ts';
import { BIN_KINDS, type BinKind, type restoreFromBin as restoreCall } from '../../restore/restore.calls.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { toContainsPattern } from '../../../../server/database/patterns.ts';

type BinDeps = Pick<Deps, 'db' | 'clock'>;

export async function listBin(
  { db, clock }: BinDeps,
  filter: InputOf<typeof contract.listBin>,
): Promise<ReplyOf<typeof contract.listBin>> {
  const since = computeBinSince(clock.now());
  const [items, counts] = await Promise.all([selectBin(db, { ...filter, since }), countBin(db, since)]);
  return { items, counts };
}

const UNIQUE_VIOLATION = '23505';

/** Restores a record. The database decides: an e-mail address that another account uses by now is refused. */
export async function restoreFromBin(
  { db, clock }: BinDeps,
  actor: Actor,
  { kind, id }: InputOf<typeof restoreCall>,
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    if (kind === 'USER') await requireRoomForColleague(tx, id);
    const restored = await restoreRow(tx, { kind, id, since: computeBinSince(clock.now()) }).catch(
      (error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? addressTaken() : error;
      },
    );
    if (!restored) throw notFound();
    if (kind === 'USER' && (await isStaff(tx, id))) requireEverything(actor);
    if (kind === 'FILE') await passOnToTickets(tx, [id]);
    const subject = { kind, id, name: restored.name } as const;
    await recordChange(tx, actor, { kind: 'RESTORED', subject, from: null, to: restored.detail });
  });
  return { message: 'Restored.' };
}

/** Whoever restores staff gives them their role again. */
const isStaff = async (tx: Database, id: number): Promise<boolean> => {
  const staff = tx.selectFrom('users').select('id').where('role', 'in', listRolesWith('admin-area.open'));
  return (await staff.where('id', '=', id).executeTakeFirst()) !== undefined;
};

/** Removes what has waited long enough; called every hour. */
export const emptyBin = ({ db, clock }: BinDeps): Promise<number> => removeRows(db, computeBinSince(clock.now()));

interface Table {
  name: 'users' | 'files' | 'solutions' | 'saved_replies';
  /** The name that is listed, and a second detail that identifies the record. */
  title: RawBuilder<string>;
  detail: RawBuilder<string>;
  /** Further columns that are set when the row is restored. */
  restored: RawBuilder<unknown>;
}

const NOTHING_ELSE = sql``;

/** An erased account cannot be restored. */
const canComeBack = (kind: BinKind) => (kind === 'USER' ? sql`erased_at is null` : sql`true`);

/** Where each kind is stored: a row with `deleted_at` is hidden everywhere else. */
const TABLES: Record<BinKind, Table> = {
  USER: { name: 'users', title: sql`username`, detail: sql`email`, restored: NOTHING_ELSE },
  FILE: { name: 'files', title: sql`file_id`, detail: sql`file_name`, restored: sql`, updated_at = now()` },
  SOLUTION: {
    name: 'solutions',
    title: sql`name`,
    detail: sql`code`,
    // If the image has been deleted in the meantime, the solution is restored without one; the built-in drawings always
    // exist.
    restored: sql`, image_id = image_before_delete, image_before_delete = null, image_url = case
      when image_before_delete is null and image_url like '/api/media/%' then null else image_url end`,
  },
  SAVED_REPLY: {
    name: 'saved_replies',
    title: sql`title`,
    detail: sql`left(message, 100)`,
    restored: NOTHING_ELSE,
  },
};

/** Records deleted after this moment can still be restored. */
const computeBinSince = (now: Date): Date => new Date(now.getTime() - BIN_DAYS * 86_400_000);

interface BinFilter {
  since: Date;
  kind?: BinKind | undefined;
  q?: string | undefined;
}

function selectBinned(kind: BinKind, { since, q }: Pick<BinFilter, 'since' | 'q'>) {
  const { name, title, detail } = TABLES[kind];
  const part = q === undefined ? null : toContainsPattern(q);
  const passes = part === null ? sql`true` : sql`(${title} ilike ${part} or ${detail} ilike ${part})`;
  return sql`(select ${kind}::text as kind, id, ${title} as name, ${detail} as detail, deleted_at
    from ${sql.table(name)} where deleted_at > ${since} and ${canComeBack(kind)} and ${passes} order by deleted_at desc limit ${BIN_SHOWN})`;
}

/** Returns the newest deletions, each with the user who deleted it, from the last matching entry of the audit list. */
async function selectBin(db: Database, { since, kind, q }: BinFilter): Promise<BinItem[]> {
  const kinds = kind === undefined ? BIN_KINDS : [kind];
  const parts = kinds.map((one) => selectBinned(one, { since, q }));
  const { rows } = await sql<BinItem>`
    select item.kind, item.id, item.name, item.detail, item.deleted_at,
           item.deleted_at + ${BIN_DAYS} * interval '1 day' as until, deleter.username as deleted_by,
           case when deleter.deleted_at is null then deleter.id end as open_user_id
      from (select * from (${sql.join(parts, sql` union all `)}) newest order by deleted_at desc limit ${BIN_SHOWN}) item
      left join lateral (
        select user_id from changes
         where subject = item.kind and subject_id = item.id and kind = 'DELETED' order by id desc limit 1) deletion on true
      left join users deleter on deleter.id = deletion.user_id
     order by item.deleted_at desc, item.id desc`.execute(db);
  return rows;
}

async function countBin(db: Database, since: Date): Promise<Record<BinKind, number>> {
  const parts = BIN_KINDS.map(
    (kind) => sql`select ${kind}::text as kind, count(*) as count
      from ${sql.table(TABLES[kind].name)} where deleted_at > ${since} and ${canComeBack(kind)}`,
  );
  const { rows } = await sql<{ kind: BinKind; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const counts = { USER: 0, FILE: 0, SOLUTION: 0, SAVED_REPLY: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
}

/** Restores the row in one statement; returns undefined when the period is over or the row is not deleted. */
export async function restoreRow(
  db: Database,
  { kind, id, since }: { kind: BinKind; id: number; since: Date },
): Promise<{ name: string; detail: string } | undefined> {
  const { name, title, detail, restored } = TABLES[kind];
  const { rows } = await sql<{ name: string; detail: string }>`
    update ${sql.table(name)} set deleted_at = null ${restored}
     where id = ${id} and deleted_at > ${since} and ${canComeBack(kind)} returning ${title} as name, ${detail} as detail`.execute(
    db,
  );
  return rows[0];
}

/** Deletes for good the rows that nothing references. Users and files stay: the ledger and the audit list name them. */
async function removeRows(db: Database, until: Date): Promise<number> {
  let removed = 0;
  for (const table of ['solutions', 'saved_replies'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('deleted_at', '<=', until as unknown as string)
      .executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
  }
  return removed;
}
