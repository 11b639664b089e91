import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getWaiting, type Waiting } from '../../staff/dashboard/dashboard.calls.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { nextInQueue, type QueuePlace } from '../../tickets/queue.calls.ts';
import * as ticketAssignment from '../../tickets/queue.calls.ts';
import type { TicketSummary } from '../../tickets/ticket.ts';
import type { FileDetail, FileSummary } from '../file.ts';
import type { Page } from '../../../contract/pages.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import * as tickets from '../../tickets/tickets.calls.ts';
import { restoreFromBin } from '../../staff/restore/restore.calls.ts';
import * as work from '../../staff/work/work.calls.ts';
import * as assignment from '../assignment.calls.ts';
import * as files from '../files.calls.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildAdmin, buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildTicket, buildTicketMessage } from '../../tickets/server/tickets.factory.ts';
import { lockAccount } from '../../accounts/server/administration.ts';
import { buildFile, deleteAllFiles } from './files.factory.ts';

openStage();

type User = Awaited<ReturnType<typeof buildAdmin>>;
let ana: User;
let boris: User;
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  ana = await buildAdmin(app.deps);
  boris = await buildAdmin(app.deps);
  customer = await buildCustomer(app.deps);
});

/** Files that were already waiting belong to other tests. */
beforeEach(async () => {
  await deleteAllFiles(app);
  await app.db.deleteFrom('presences').execute();
});

const DONE = { status: 'PROCESSED', feasible: 'POSSIBLE' } as const;
const ago = (minutes: number) => new Date(app.deps.clock.now().getTime() - minutes * 60_000);

const build = async (fields: Parameters<typeof buildFile>[1] = {}) =>
  (await buildFile(app, { user_id: customer.id, ...fields })).id;

/** Builds a ticket whose customer waits for a reply. */
async function ask(fileId: number) {
  const ticket = await buildTicket(app, { file_id: fileId });
  await buildTicketMessage(app, { ticket_id: ticket.id, user_id: customer.id });
  return ticket.id;
}

interface Choice {
  to: User | null;
  seen?: User | null;
}
const assign = (id: number, { to, seen = null }: Choice, by = ana) =>
  app.call(assignment.assignFile, { id, assignee_id: to?.id ?? null, seen: seen?.id ?? null }, by);
const read = async (id: number, who: { token: string } = ana) =>
  ((await app.call(files.getFile, { id }, who)).body as FileDetail).file;
const listIds = async (part: WorkFilter, who = ana) =>
  ((await app.call(files.listFiles, { work: part }, who)).body as Page<FileSummary>).rows.map(({ id }) => id);
const listTicketIds = async (part: WorkFilter, who = ana) =>
  ((await app.call(tickets.listTickets, { work: part }, who)).body as Page<TicketSummary>).rows.map(({ id }) => id);
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('a file', () => {
  test('is assigned with its ticket, reassigned and released, each recorded in the audit list', async () => {
    const id = await build();
    const ticketId = await ask(id);
    expect((await assign(id, { to: ana })).body).toMatchObject({ file: { assignee_id: ana.id } });
    expect(await listTicketIds('mine')).toEqual([ticketId]);
    await assign(id, { to: boris, seen: ana });
    expect([await listIds('mine'), await listIds('mine', boris)]).toEqual([[], [id]]);
    await assign(id, { to: null, seen: boris });
    expect([await listIds('unassigned'), await listTicketIds('unassigned')]).toEqual([[id], [ticketId]]);
    const { file_id } = await read(id);
    const { body } = await app.call(listChanges, { kind: 'ASSIGNEE', about: file_id }, admin);
    const { changes } = body as { changes: Change[] };
    expect(changes.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
      [boris.username, null],
      [ana.username, boris.username],
      [null, ana.username],
    ]);
  });

  test('that waits is in progress once it is assigned: recorded, and the owner is notified once', async () => {
    const id = await build();
    await assign(id, { to: null });
    expect((await read(id)).status).toBe('PENDING');
    expect((await assign(id, { to: ana })).body).toMatchObject({ file: { status: 'IN_PROGRESS' } });
    await assign(id, { to: boris, seen: ana });
    await assign(id, { to: null, seen: boris });
    const { file_id, status } = await read(id);
    expect(status).toBe('IN_PROGRESS');
    const { body } = await app.call(listChanges, { kind: 'FILE_STATUS', about: file_id }, admin);
    expect(body.changes).toMatchObject([{ old_value: 'PENDING', new_value: 'IN_PROGRESS', username: ana.username }]);
    const { notifications } = (await app.call(getMyUser, {}, customer)).body;
    expect(notifications.filter((one: { file_id: number }) => one.file_id === id)).toHaveLength(1);
  });

  test('whose start is undone waits again, and is still assigned', async () => {
    const id = await build();
    await assign(id, { to: ana });
    await app.call(files.undoStartWork, { id }, ana);
    expect(await read(id)).toMatchObject({ status: 'PENDING', assignee_id: ana.id });
  });

  test('that is done keeps its status', async () => {
    const id = await build(DONE);
    expect((await assign(id, { to: ana })).body).toMatchObject({ file: { status: 'PROCESSED' } });
  });

  test('passes its assignee on to a ticket that is opened later', async () => {
    const id = await build();
    await assign(id, { to: ana });
    const ticketId = await ask(id);
    expect(await listTicketIds('mine')).toEqual([ticketId]);
  });

  test('that two people take at once goes to one, and the other learns to whom', async () => {
    const id = await build();
    const replies = await Promise.all([assign(id, { to: ana }, ana), assign(id, { to: boris }, boris)]);
    const [winner] = replies.filter(({ status }) => status === 200);
    const [refused] = replies.filter(({ status }) => status === 400);
    const { assignee_id } = (winner as { body: FileDetail }).body.file;
    const { username } = [ana, boris].find((one) => one.id === assignee_id) as User;
    expect(refused?.body).toMatchObject({ code: 'files.taken', values: { username, assignee_id } });
    expect((await read(id)).assignee_id).toBe(assignee_id);
  });

  test('that was released in the meantime cannot be taken over from its last assignee', async () => {
    const id = await build();
    expect(codeOf(await assign(id, { to: boris, seen: ana }))).toBe('files.released');
    expect((await read(id)).assignee_id).toBeNull();
  });

  test('taken again by the same person stays theirs', async () => {
    const id = await build();
    await assign(id, { to: ana });
    expect((await assign(id, { to: ana })).status).toBe(200);
  });

  test('can be assigned only to active staff', async () => {
    const id = await build();
    const gone = await buildAdmin(app.deps);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', gone.id).execute();
    for (const to of [customer, gone]) {
      const refused = await app.call(assignment.assignFile, { id, assignee_id: to.id, seen: null }, ana);
      expect(codeOf(refused)).toBe('files.not_staff');
    }
    expect((await read(id)).assignee_id).toBeNull();
  });

  test('is released when its assignee is deactivated, while finished files stay assigned to them', async () => {
    const leaving = await buildAdmin(app.deps);
    const waiting = await build();
    const { id: done } = await buildPaidFile(app.deps, { user_id: customer.id, status: 'COMPLETED' });
    for (const id of [waiting, done]) await assign(id, { to: leaving });
    await lockAccount(app.deps, leaving.email);
    expect([(await read(waiting)).assignee_id, (await read(done)).assignee_id]).toEqual([null, leaving.id]);
  });

  test("that was deleted or canceled when its assignee left is nobody's once it comes back", async () => {
    const leaving = await buildAdmin(app.deps);
    const [deleted, canceled, refused] = [await build(), await build(), await build({ feasible: 'NOT_POSSIBLE' })];
    for (const id of [deleted, canceled, refused]) await assign(id, { to: leaving });
    const ticketId = await ask(deleted);
    await app.call(files.deleteFile, { id: deleted }, ana);
    for (const id of [canceled, refused]) await app.call(files.cancelFile, { id }, ana);
    await lockAccount(app.deps, leaving.email);
    await app.call(restoreFromBin, { kind: 'FILE', id: deleted }, ana);
    for (const id of [canceled, refused]) expect((await app.call(files.undoCancel, { id }, ana)).status).toBe(200);
    for (const id of [deleted, canceled, refused]) expect((await read(id)).assignee_id).toBeNull();
    expect(await listTicketIds('unassigned')).toEqual([ticketId]);
  });

  test('shows its customer neither assignee nor waiting time', async () => {
    const id = await build();
    await assign(id, { to: ana });
    const mine = (await app.call(files.listUserFiles, { id: customer.id }, customer)).body as FileSummary[];
    for (const shown of [await read(id, customer), ...mine]) {
      expect(Object.keys(shown)).toContain('file_id');
      expect(Object.keys(shown)).not.toContain('assignee_id');
      expect(Object.keys(shown)).not.toContain('waits_since');
    }
  });
});

describe('selected rows', () => {
  const assignMany = (ids: number[], more: object = {}) =>
    app.call(
      assignment.assignSelectedFiles,
      { ids, count: ids.length, assignee_id: ana.id, with_others: false, ...more },
      ana,
    );

  test('are assigned, except those of colleagues unless these are included explicitly', async () => {
    const [free, own, others] = [await build(), await build(), await build()];
    await assign(own, { to: ana });
    await assign(others, { to: boris });
    const ids = [free, own, others];
    expect((await assignMany(ids)).body).toMatchObject({ assigned: 2, left_out: 1 });
    expect((await read(others)).assignee_id).toBe(boris.id);
    expect((await assignMany(ids, { with_others: true })).body).toMatchObject({ assigned: 3, left_out: 0 });
    expect((await read(others)).assignee_id).toBe(ana.id);
  });

  test('selected by a filter are those that match it', async () => {
    const [mine, free] = [await build(), await build()];
    await assign(mine, { to: boris });
    const page = (await app.call(files.listFiles, { work: 'unassigned' }, ana)).body as Page<FileSummary>;
    const all = { work: 'unassigned', as_of: page.totals?.as_of };
    expect((await assignMany([], { all, count: 1 })).body).toMatchObject({ assigned: 1 });
    expect([(await read(mine)).assignee_id, (await read(free)).assignee_id]).toEqual([boris.id, ana.id]);
  });

  test('are refused if more than were confirmed', async () => {
    const ids = [await build(), await build()];
    expect(codeOf(await assignMany(ids, { count: 1 }))).toBe('files.more_selected');
    expect(await listIds('mine')).toEqual([]);
  });

  test('of tickets are assigned together with their files', async () => {
    const id = await build(DONE);
    const ids = [await ask(id)];
    const input = { ids, count: 1, assignee_id: boris.id, with_others: false };
    expect((await app.call(ticketAssignment.assignSelectedTickets, input, ana)).body).toMatchObject({ assigned: 1 });
    expect((await read(id)).assignee_id).toBe(boris.id);
    expect(await listTicketIds('mine', boris)).toEqual(ids);
  });

  test('can be assigned only to staff', async () => {
    const ids = [await build()];
    expect(codeOf(await assignMany(ids, { assignee_id: customer.id }))).toBe('files.not_staff');
  });
});

describe('work that waits for staff', () => {
  const age = (id: number, minutes: number) =>
    app.db
      .updateTable('files')
      .set({ status_since: ago(minutes) as never })
      .where('id', '=', id)
      .execute();
  const counted = async (who: { token: string } = ana) => ((await app.call(getWaiting, {}, who)).body as Waiting).work;

  test('is counted as mine, unassigned and overdue, matching the lists', async () => {
    const [late, free, own] = [await build(), await build({ status: 'IN_PROGRESS' }), await build()];
    await build(DONE);
    await assign(own, { to: ana });
    await age(late, 121);
    await age(free, 121);
    expect(await counted()).toEqual({
      mine: { files: 1, tickets: 0 },
      unassigned: { files: 2, tickets: 0 },
      overdue: { files: 1, tickets: 0 },
    });
    expect([await listIds('mine'), await listIds('unassigned'), await listIds('overdue')]).toEqual([
      [own],
      [free, late],
      [late],
    ]);
    expect(await counted(customer)).toBeUndefined();
  });

  test('starts over with each status', async () => {
    const id = await build();
    await age(id, 500);
    await app.call(files.startWork, { id }, ana);
    const file = await read(id);
    expect(file.status).toBe('IN_PROGRESS');
    expect(Date.parse(file.waits_since ?? '')).toBeGreaterThan(ago(60).getTime());
  });

  test('includes a ticket, from its first message without a reply', async () => {
    const ticketId = await ask(await build(DONE));
    await app.db
      .updateTable('tickets')
      .set({ awaits_reply_since: ago(241) as never })
      .where('id', '=', ticketId)
      .execute();
    await buildTicketMessage(app, { ticket_id: ticketId, user_id: customer.id });
    expect([await listTicketIds('overdue'), (await counted())?.overdue]).toEqual([
      [ticketId],
      { files: 0, tickets: 1 },
    ]);
    await app.call(tickets.sendMessage, { id: ticketId, message: 'Tomorrow.' }, ana);
    expect(await listTicketIds('overdue')).toEqual([]);
  });

  test('is never overdue without target times', async () => {
    await age(await build(), 100_000);
    const { targetTimes } = app.deps.config;
    app.deps.config.targetTimes = {};
    expect([await listIds('overdue'), (await counted())?.overdue.files]).toEqual([[], 0]);
    app.deps.config.targetTimes = targetTimes;
    expect(await listIds('overdue')).toHaveLength(1);
  });
});

describe('the next file in the queue', () => {
  const next = async (who = ana) => (await app.call(nextInQueue, {}, who)).body as QueuePlace;

  test('is never one assigned to a colleague', async () => {
    const [old, young] = [await build({ created_at: ago(60) }), await build({ created_at: ago(10) })];
    await assign(old, { to: boris });
    expect(await next()).toMatchObject({ file_id: young, waiting: 1 });
    expect(await next(boris)).toMatchObject({ file_id: old, waiting: 2 });
  });

  test('comes after the others while a colleague has it open', async () => {
    const [old, young] = [await build({ created_at: ago(60) }), await build({ created_at: ago(10) })];
    await app.call(work.notePresence, { id: old }, boris);
    expect(await next()).toMatchObject({ file_id: young, waiting: 2 });
    expect((await next(boris)).file_id).toBe(old);
  });
});

describe('an open file', () => {
  const readWork = async () => (await app.call(work.getWork, {}, ana)).body as work.Work;
  const open = (id: number, who = boris) => app.call(work.notePresence, { id }, who);

  test('shows who has it open, until they close it', async () => {
    const id = await build();
    await open(id);
    await open(id, ana);
    const here = { file_id: id, user_id: boris.id };
    expect((await readWork()).open).toContainEqual(here);
    await app.call(work.endPresence, { id }, boris);
    expect((await readWork()).open).toEqual([{ file_id: id, user_id: ana.id }]);
  });

  test('stops being open when its lease ends, and the next opened page deletes the lease', async () => {
    const id = await build();
    await open(id);
    await sql`update presences set ends_at = now()`.execute(app.db);
    expect((await readWork()).open).toEqual([]);
    await open(await build(), ana);
    expect(await app.db.selectFrom('presences').select('user_id').execute()).toEqual([{ user_id: ana.id }]);
  });

  test('stops being open when the session ends', async () => {
    const leaving = await buildAdmin(app.deps);
    const id = await build();
    await open(id, leaving);
    expect((await readWork()).open).toEqual([{ file_id: id, user_id: leaving.id }]);
    await app.db.deleteFrom('sessions').where('user_id', '=', leaving.id).execute();
    expect((await readWork()).open).toEqual([]);
  });

  test('cannot be a deleted file', async () => {
    const id = await build({ deleted_at: new Date() });
    expect((await open(id)).status).toBe(404);
  });

  test('comes with the staff list and the times from which work is overdue', async () => {
    const { staff, overdue_since } = await readWork();
    expect(staff).toContainEqual({ id: boris.id, username: boris.username });
    expect(staff.map(({ id }) => id)).not.toContain(customer.id);
    expect(Date.parse(overdue_since.PENDING ?? '')).toBeCloseTo(ago(120).getTime(), -4);
  });
});
