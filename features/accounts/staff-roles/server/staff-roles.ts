import { sql, type Transaction } from 'kysely';
import { BUILT_IN_STAFF_ROLES } from '../../../../contract/staff-roles.ts';
import type { Capability } from '../../../../contract/capabilities.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { applyChanges } from '../../../../server/http/changes.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { recordChange } from '../../../staff/audit/server/audit.ts';
import type * as contract from '../staff-roles.calls.ts';
import {
  builtInRole,
  roleInUse,
  roleNameTaken,
  rolesNeedEverything,
  type StaffRole,
  unknownStaffRole,
} from '../staff-roles.calls.ts';

const UNIQUE_VIOLATION = '23505';

/** Stores the staff roles that every portal has, as this version defines them. Runs at each start. */
export async function storeBuiltInRoles({ db }: Pick<Deps, 'db'>): Promise<void> {
  const rows = Object.entries(BUILT_IN_STAFF_ROLES).map(([name, capabilities]) => ({
    name,
    capabilities: [...capabilities],
    is_built_in: true,
  }));
  await db
    .insertInto('staff_roles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(name)`)
        .doUpdateSet((eb) => ({ capabilities: eb.ref('excluded.capabilities'), is_built_in: true })),
    )
    .execute();
}

const selectStaffRoles = (db: Database) =>
  db
    .selectFrom('staff_roles')
    .select(['id', 'name', 'is_built_in'])
    .select(sql<Capability[]>`capabilities`.as('capabilities'))
    .select(
      sql<number>`(select count(*)::int from users where staff_role_id = staff_roles.id and erased_at is null)`.as(
        'users',
      ),
    )
    .orderBy('is_built_in', 'desc')
    .orderBy('name');

export const listStaffRoles = ({ db }: Pick<Deps, 'db'>): Promise<StaffRole[]> => selectStaffRoles(db).execute();

const getStaffRole = (db: Database, id: number): Promise<StaffRole> =>
  selectStaffRoles(db).where('id', '=', id).executeTakeFirstOrThrow(notFound);

export async function createStaffRole(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: InputOf<typeof contract.createStaffRole>,
): Promise<StaffRole> {
  requireEverything(actor);
  return db.transaction().execute(async (tx) => {
    const row = toRow(input);
    const { id } = await tx
      .insertInto('staff_roles')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName);
    await recordChange(tx, actor, {
      kind: 'CREATED',
      subject: toSubject(id, row),
      from: null,
      to: listCapabilities(row),
    });
    return getStaffRole(tx, id);
  });
}

/** What follows for a user who has the role, in the transaction that changes it. */
type ChangeHolder = (tx: Transaction<Schema>, userId: number) => Promise<unknown>;

/** Changes the fields that are given, and frees the work of those who may no longer do it. */
export async function updateStaffRole(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  {
    id,
    endSessions,
    releaseWork,
    ...given
  }: InputOf<typeof contract.patchStaffRole> & { endSessions: ChangeHolder; releaseWork: ChangeHolder },
): Promise<StaffRole> {
  requireEverything(actor);
  return db.transaction().execute(async (tx) => {
    const before = await lockOwnRole(tx, id);
    const role = toRow(applyChanges(before, given));
    await tx.updateTable('staff_roles').set(role).where('id', '=', id).execute().catch(refuseTakenName);
    const subject = toSubject(id, role);
    await recordChange(tx, actor, { kind: 'ROLE', subject, field: 'name', from: before.name, to: role.name });
    const [from, to] = [listCapabilities(before, role), listCapabilities(role, before)];
    await recordChange(tx, actor, { kind: 'ROLE', subject, field: 'capabilities', from, to });
    const losesFileWork = before.capabilities.includes('files.process') && !role.capabilities.includes('files.process');
    const holders = await tx.selectFrom('users').select('id').where('staff_role_id', '=', id).orderBy('id').execute();
    for (const holder of holders) {
      if (losesFileWork) await releaseWork(tx, holder.id);
      await endSessions(tx, holder.id);
    }
    return getStaffRole(tx, id);
  });
}

export async function deleteStaffRole(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: number,
): Promise<{ message: string }> {
  requireEverything(actor);
  return db.transaction().execute(async (tx) => {
    const role = await lockOwnRole(tx, id);
    await tx
      .updateTable('users')
      .set({ staff_role_id: null })
      .where('staff_role_id', '=', id)
      .where('erased_at', 'is not', null)
      .execute();
    const { users } = await getStaffRole(tx, id);
    if (users > 0) throw roleInUse();
    await tx.deleteFrom('staff_roles').where('id', '=', id).execute();
    await recordChange(tx, actor, {
      kind: 'DELETED',
      subject: toSubject(id, role),
      from: listCapabilities(role),
      to: null,
    });
    return { message: 'Staff role deleted.' };
  });
}

/** Returns the role as it is recorded: with the staff role that narrows it, as in "ADMIN (TUNER)". */
export async function nameAccess(
  db: Database,
  { role, staff_role_id }: { role: string; staff_role_id: number | null },
): Promise<string> {
  if (staff_role_id === null) return role;
  const named = db.selectFrom('staff_roles').select('name').where('id', '=', staff_role_id);
  // It cannot be deleted until the transaction that gives it is over.
  const found = await named.forKeyShare().executeTakeFirst();
  if (!found) throw unknownStaffRole();
  return `${role} (${found.name})`;
}

/** Refuses what changes roles to an administrator whom a staff role narrows. */
export function requireEverything(actor: Pick<Actor, 'staff_capabilities'>): void {
  if (actor.staff_capabilities !== null) throw rolesNeedEverything();
}

async function lockOwnRole(tx: Database, id: number) {
  const role = await tx
    .selectFrom('staff_roles')
    .select(['name', 'is_built_in'])
    .select(sql<Capability[]>`capabilities`.as('capabilities'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!role) throw notFound();
  if (role.is_built_in) throw builtInRole();
  return role;
}

const toSubject = (id: number, { name }: { name: string }) => ({ kind: 'STAFF_ROLE', id, name }) as const;

type Allowed = { capabilities: readonly Capability[] };

/** The capabilities as they are recorded, without those that the other has too; null: there are none. */
const listCapabilities = ({ capabilities }: Allowed, other?: Allowed): string | null =>
  capabilities
    .filter((one) => !other?.capabilities.includes(one))
    .toSorted()
    .join(', ') || null;

const toRow = ({ name, capabilities }: { name: string; capabilities: readonly Capability[] }) => ({
  name,
  capabilities: [...new Set<Capability>(['admin-area.open', ...capabilities])],
});

function refuseTakenName(error: { code?: string }): never {
  throw error.code === UNIQUE_VIOLATION ? roleNameTaken() : error;
}
