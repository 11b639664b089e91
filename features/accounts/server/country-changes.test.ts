import { afterEach, describe, expect, test } from 'vitest';
import { readBlockedDtcs } from '../../dtc-off/server/dtc-blocked.ts';
import { runHousekeeping } from '../../../app/server/housekeeping.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import * as dtcOff from '../../dtc-off/dtc-off.calls.ts';
import * as accounts from '../accounts.calls.ts';
import * as contract from '../account-changes.calls.ts';
import { buildAiSession } from '../../dtc-off/server/dtc-off.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
afterEach(() => {
  app.config.dtcBlocked = [];
});

const DAY_MS = 24 * 3_600_000;

async function begin(country = 'Germany') {
  app.config.dtcBlocked = readBlockedDtcs('emission@DE');
  const customer = await buildCustomer(app.deps, 25);
  await app.db.updateTable('users').set({ country }).where('id', '=', customer.id).execute();
  const { file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id });
  const profile = { username: 'ana', phone: '+49 30 123456' };
  return {
    customer,
    moveTo: (to: string) => app.call(accounts.updateMyUser, { ...profile, country: to }, customer),
    ask: async () => {
      const input = { file_name, ecu_id, dtcs: 'P0100', declared_use: 'OFF_ROAD' };
      const { status, body } = await app.call(dtcOff.switchDtcsOff, input, customer);
      return status === 200 ? 'made' : (body.code as string);
    },
    mine: async () => (await app.call(accounts.getMyUser, {}, customer)).body.country_change as unknown,
  };
}

const findWaitingChange = async ({ id }: Customer) => {
  const { body } = await app.call(contract.listCountryChanges, {}, admin);
  return (body.changes as contract.WaitingCountryChange[]).find((change) => change.id === id);
};

const listAuditRows = ({ id }: Customer) =>
  app.db
    .selectFrom('changes')
    .select(['kind', 'user_id', 'old_value', 'new_value'])
    .where('subject', '=', 'USER')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

/** Moves the change this many days into the past. */
const backdate = ({ id }: Customer, days: number) =>
  app.db
    .updateTable('users')
    .set({ country_changed_at: new Date(app.clock.now().getTime() - days * DAY_MS) })
    .where('id', '=', id)
    .execute();

describe('a customer who changes country', () => {
  test('stays under the previous country’s rules, and sees until when', async () => {
    const { customer, moveTo, ask, mine } = await begin();
    expect(await ask()).toBe('dtc-off.blocked');
    expect(await mine()).toBeNull();
    const { status, body } = await moveTo('France');
    expect([status, body.country]).toEqual([200, 'France']);
    expect(await ask()).toBe('dtc-off.blocked');
    const change = (await mine()) as { previous_country: string; until: string };
    expect(change.previous_country).toBe('Germany');
    expect((new Date(change.until).getTime() - app.clock.now().getTime()) / DAY_MS).toBeCloseTo(30, 3);
    expect(await listAuditRows(customer)).toEqual([
      { kind: 'CONTACT', user_id: customer.id, old_value: 'Germany', new_value: 'France' },
    ]);
  });

  test('also comes under the new country’s rules at once', async () => {
    const { moveTo, ask } = await begin('France');
    await moveTo('Germany');
    expect(await ask()).toBe('dtc-off.blocked');
  });

  test('gains nothing by changing it several times, and cancels the change by changing back', async () => {
    const { customer, moveTo, ask, mine } = await begin();
    await moveTo('France');
    await moveTo('Spain');
    expect(await ask()).toBe('dtc-off.blocked');
    expect(await findWaitingChange(customer)).toMatchObject({ country: 'Spain', previous_country: 'Germany' });
    await moveTo('Germany');
    expect([await findWaitingChange(customer), await mine()]).toEqual([undefined, null]);
  });

  test('is under the new country’s rules alone after 30 days, even before the hourly job records it', async () => {
    const { customer, moveTo, ask, mine } = await begin();
    await moveTo('France');
    await backdate(customer, 29.9);
    expect(await ask()).toBe('dtc-off.blocked');
    await backdate(customer, 30);
    expect([await mine(), await findWaitingChange(customer)]).toEqual([null, undefined]);
    expect(await ask()).toBe('made');
    await runHousekeeping(app.deps);
    const stored = await app.db
      .selectFrom('users')
      .select(['country', 'previous_country', 'country_changed_at'])
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ country: 'France', previous_country: null, country_changed_at: null });
    expect((await listAuditRows(customer)).at(-1)).toEqual({
      kind: 'COUNTRY_IN_FORCE',
      user_id: null,
      old_value: 'Germany',
      new_value: 'France',
    });
  });
});

describe('an administrator', () => {
  test('sees a pending change and approves it: then only the new country applies, and the audit list shows who did it', async () => {
    const { customer, moveTo, ask, mine } = await begin();
    await moveTo('France');
    expect(await findWaitingChange(customer)).toMatchObject({ country: 'France', previous_country: 'Germany' });
    const { status } = await app.call(contract.approveCountryChange, { id: customer.id, country: 'France' }, admin);
    expect(status).toBe(200);
    expect([await findWaitingChange(customer), await mine(), await ask()]).toEqual([undefined, null, 'made']);
    expect((await listAuditRows(customer)).at(-1)).toEqual({
      kind: 'COUNTRY_IN_FORCE',
      user_id: admin.id,
      old_value: 'Germany',
      new_value: 'France',
    });
    const again = await app.call(contract.approveCountryChange, { id: customer.id, country: 'France' }, admin);
    expect(again.status).toBe(404);
  });

  test('cannot approve a country that the customer has meanwhile changed again', async () => {
    const { customer, moveTo, ask } = await begin();
    await moveTo('Spain');
    await moveTo('France');
    const reply = await app.call(contract.approveCountryChange, { id: customer.id, country: 'Spain' }, admin);
    expect([reply.status, reply.body.code]).toEqual([400, 'accounts.country_changed_again']);
    expect(await ask()).toBe('dtc-off.blocked');
  });

  test('who edits the account’s country approves it; one who saves another field does not', async () => {
    const { customer, moveTo, ask } = await begin();
    await moveTo('France');
    const { body: user } = await app.call(accounts.getUser, { id: customer.id }, admin);
    await app.call(accounts.updateUser, { ...user, phone: '+49 30 999999' }, admin);
    expect(await ask()).toBe('dtc-off.blocked');
    await app.call(accounts.updateUser, { ...user, country: 'Spain' }, admin);
    expect(await ask()).toBe('made');
  });
});
