import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { admin, app, openStage } from '../../server/testing/stage.ts';
import { buildCustomer } from '../../server/testing/stories.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import * as staffRoles from '../../features/accounts/staff-roles/staff-roles.calls.ts';
import type { EditableUser } from '../../features/accounts/user.ts';
import * as catalogue from '../../features/catalogue/catalogue.calls.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import * as webhooks from '../../features/webhooks/webhooks.calls.ts';
import { endpoints } from '../endpoints.ts';

openStage({ movesMoney: true });

type Fields = Record<string, unknown>;

const makeUser = async () => (await buildCustomer(app.deps, 60)).id;
const makeRole = async () => {
  const input = { name: `Role ${Math.random()}`, capabilities: ['files.read-all'] };
  return (await app.call(staffRoles.createStaffRole, input, admin)).body.id as number;
};
const makeWebhook = async () => {
  const input = { name: 'Shop', url: 'https://example.com/hook', events: ['file.paid'] };
  return (await app.call(webhooks.createWebhook, input, admin)).body.id as number;
};
const findIn = (list: Endpoint) => async (id: number) =>
  ((await app.call(list, {}, admin)).body as (Fields & { id: number })[]).find((one) => one.id === id);
const readUser = async (id: number) => (await app.call(accounts.getUser, { id }, admin)).body as EditableUser;

let roles = 0;
/** Whether it is on is a field of the form; a reader sees since when it is off, and why. */
const readWebhook = async (id: number) => {
  const { disabled_at, disabled_for, ...fields }: Fields = (await findIn(webhooks.listWebhooks)(id)) ?? {};
  return { ...fields, is_enabled: disabled_at === null && disabled_for === null };
};

/** A value for each field that may be left out; one after the other, so that each must survive those after it. */
const RESOURCES: {
  patch: Endpoint;
  make: () => Promise<number>;
  read: (id: number) => Promise<Fields | undefined>;
  makeChanges: () => Fields | Promise<Fields>;
}[] = [
  {
    patch: catalogue.patchSolution,
    make: async () => (await buildSolution(app.deps)).id,
    read: findIn(catalogue.listSolutions),
    makeChanges: () => ({
      name: 'Launch Control',
      code: 'LCH',
      credits: 77,
      type: 'OPTION',
      order_no: 9,
      image_url: null,
    }),
  },
  {
    patch: webhooks.patchWebhook,
    make: makeWebhook,
    read: readWebhook,
    makeChanges: () => ({
      name: 'Other',
      url: 'https://example.com/other',
      events: ['file.created'],
      is_enabled: false,
    }),
  },
  {
    patch: staffRoles.patchStaffRole,
    make: makeRole,
    read: findIn(staffRoles.listStaffRoles),
    makeChanges: () => ({ name: `Counter ${++roles}`, capabilities: ['admin-area.open', 'tickets.read-all'] }),
  },
  {
    patch: accounts.patchUser,
    make: makeUser,
    read: readUser,
    makeChanges: async () => ({
      phone: '+49 30 123456',
      country: 'Germany',
      status: 'DEACTIVE',
      role: 'ADMIN',
      staff_role_id: await makeRole(),
    }),
  },
];

test('these and the own profile are all that can be changed in part', () => {
  const known = [...RESOURCES.map(({ patch }) => patch), accounts.patchMyUser];
  expect(
    endpoints
      .filter(({ method }) => method === 'PATCH')
      .map(({ path }) => path)
      .sort(),
  ).toEqual(known.map(({ path }) => path).sort());
});

describe.each(RESOURCES.map((one) => ({ ...one, path: one.patch.path })))('PATCH $path', (resource) => {
  const { patch, make, read, makeChanges } = resource;

  test('changes the field that is given, and no other', async () => {
    const id = await make();
    let expected = await read(id);
    for (const [field, value] of Object.entries(await makeChanges())) {
      expect(await app.call(patch, { id, [field]: value }, admin)).toMatchObject({ status: 200 });
      expected = { ...expected, [field]: value };
      expect(await read(id)).toEqual(expected);
    }
  });

  test('changes nothing without a field', async () => {
    const id = await make();
    const before = await read(id);
    expect((await app.call(patch, { id }, admin)).status).toBe(200);
    expect(await read(id)).toEqual(before);
  });

  test('of two fields at the same time changes both', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await make();
      const two = Object.entries(await makeChanges()).slice(0, 2);
      await Promise.all(two.map(([field, value]) => app.call(patch, { id, [field]: value }, admin)));
      expect(await read(id)).toMatchObject(Object.fromEntries(two));
    }
  });

  test('refuses a value that the whole form refuses', async () => {
    const id = await make();
    const before = await read(id);
    for (const field of Object.keys(await makeChanges()))
      expect(await app.call(patch, { id, [field]: { no: 'value' } }, admin)).toMatchObject({
        status: 400,
        body: { field: expect.stringMatching(new RegExp(`^${field}`)) },
      });
    expect(await read(id)).toEqual(before);
  });
});

describe('the balance of a user, changed in part', () => {
  const patch = (input: Fields) => app.call(accounts.patchUser, input, admin);

  test('needs the version with which it was read', async () => {
    const id = await makeUser();
    for (const field of ['credit_balance', 'ai_credit_balance'])
      expect(await patch({ id, [field]: 500 })).toMatchObject({ status: 400, body: { field: 'balance_version' } });
    expect((await readUser(id)).credit_balance).toBe(60);
    const { balance_version } = await readUser(id);
    expect(await patch({ id, credit_balance: 500, balance_version })).toMatchObject({ body: { credit_balance: 500 } });
    expect(await patch({ id, credit_balance: 900, balance_version })).toMatchObject({
      body: { code: 'credits.balance_changed' },
    });
    expect(await readUser(id)).toMatchObject({ credit_balance: 500, ai_credit_balance: 0 });
  });

  test('stays when another field is changed, however old the version is', async () => {
    const id = await makeUser();
    const { balance_version } = await readUser(id);
    await buildCredits(app.deps, id, 25);
    expect((await patch({ id, phone: '+49 30 123456', balance_version })).status).toBe(200);
    expect(await readUser(id)).toMatchObject({ credit_balance: 85, phone: '+49 30 123456' });
  });
});

test('a customer changes one field of the own profile, and a country waits as in the whole form', async () => {
  const user = await buildSignedIn(app.deps, { phone: '+49 30 123456', country: 'Germany' });
  const patch = async (input: Fields) => (await app.call(accounts.patchMyUser, input, user)).body as unknown;
  expect(await patch({ username: 'garage' })).toMatchObject({ username: 'garage', phone: '+49 30 123456' });
  expect(await patch({ country: 'Spain' })).toMatchObject({ username: 'garage', country: 'Spain' });
  expect((await app.call(accounts.getMyUser, {}, user)).body).toMatchObject({
    country_change: { previous_country: 'Germany' },
  });
  expect(await patch({ phone: '+34 91 123 45 67' })).toMatchObject({ username: 'garage', country: 'Spain' });
  expect((await app.call(accounts.getMyUser, {}, user)).body).toMatchObject({
    country_change: { previous_country: 'Germany' },
  });
});

test('two fields of the own profile changed at the same time are both changed', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await buildSignedIn(app.deps);
    const fields = { username: `garage ${round}`, phone: `+49 30 12345${round}` };
    await Promise.all(
      Object.entries(fields).map(([field, value]) => app.call(accounts.patchMyUser, { [field]: value }, user)),
    );
    expect((await app.call(accounts.getMyUser, {}, user)).body).toMatchObject(fields);
  }
});
