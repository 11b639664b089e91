import { beforeAll, describe, expect, test } from 'vitest';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { setFeasibility } from '../review/review.calls.ts';
import { openTicket, sendMessage } from '../../tickets/tickets.calls.ts';
import type * as fileShapes from '../file.ts';
import * as files from '../files.calls.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildFile } from './files.factory.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const build = async (fields: Parameters<typeof buildFile>[1] = {}) =>
  (await buildFile(app, { ...fields, user_id: customer.id })).id;
const read = async (id: number) => (await app.call(files.getFile, { id }, customer)).body.file as fileShapes.File;
const start = (id: number) => app.call(files.startWork, { id }, admin);
const undo = (id: number) => app.call(files.undoStartWork, { id }, admin);
const unreadAbout = async (id: number) =>
  ((await app.call(getMyUser, {}, customer)).body.notifications as { file_id: number }[]).filter(
    ({ file_id }) => file_id === id,
  ).length;

describe('starting the work on a file', () => {
  test('takes a call of its own: downloads by the owner and by staff leave the file waiting', async () => {
    const id = await build();
    for (const reader of [customer, admin]) {
      expect((await app.call(files.downloadOriginal, { id }, reader)).status).toBe(200);
      expect((await read(id)).status).toBe('PENDING');
    }
    const reply = await start(id);
    expect([reply.body.started, reply.body.file.status]).toEqual([true, 'IN_PROGRESS']);
    expect(await unreadAbout(id)).toBe(1);
  });

  test('happens once: a second call changes and sends nothing', async () => {
    const id = await build();
    const replies = await Promise.all([1, 2, 3].map(() => start(id)));
    expect(replies.filter(({ body }) => body.started === true)).toHaveLength(1);
    expect(await unreadAbout(id)).toBe(1);
  });

  test('and undoing it are in the audit list', async () => {
    const id = await build();
    await start(id);
    await undo(id);
    const { body } = await app.call(listChanges, { about: (await read(id)).file_id }, admin);
    expect(body.changes.map((row: Record<string, unknown>) => [row.kind, row.old_value, row.new_value])).toEqual([
      ['FILE_STATUS', 'IN_PROGRESS', 'PENDING'],
      ['FILE_STATUS', 'PENDING', 'IN_PROGRESS'],
    ]);
  });
});

describe('undoing the start', () => {
  test('returns the file to those that wait, since its upload, and withdraws the notice', async () => {
    const id = await build();
    const waiting = (await app.call(files.getFile, { id }, admin)).body.file as fileShapes.File;
    await start(id);
    expect((await undo(id)).body.file.status).toBe('PENDING');
    const after = (await app.call(files.getFile, { id }, admin)).body.file as fileShapes.File;
    expect(after.waits_since).toBe(waiting.waits_since);
    expect(await unreadAbout(id)).toBe(0);
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['a price is set', (id) => app.call(setFeasibility, { id, feasible: 'NOT_POSSIBLE' }, admin)],
    [
      'staff have written',
      async (id) => {
        const { body } = await app.call(openTicket, { fileId: id, message: 'When is it ready?' }, customer);
        await app.call(sendMessage, { id: body.id, message: 'Tomorrow.' }, admin);
      },
    ],
    ['it is canceled', (id) => app.call(files.cancelFile, { id }, admin)],
  ])('is refused once %s', async (_, goOn) => {
    const id = await build();
    await start(id);
    await goOn(id);
    const { status } = await read(id);
    expect([(await undo(id)).body.code, (await read(id)).status]).toEqual(['files.work_goes_on', status]);
  });
});
