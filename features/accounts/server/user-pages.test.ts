import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOrdered, inBothOrders, readAllPages } from '../../../server/testing/list-pages.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import type { Page } from '../../../contract/pages.ts';
import type { User } from '../user.ts';
import * as accountsList from '../user-status.ts';
import * as contract from '../accounts.calls.ts';
import { buildUser } from './accounts.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type UserPage = Page<User>;

openStage();
beforeAll(async () => {
  for (let at = 0; at < 9; at += 1) {
    const user = await buildUser(app.deps, {
      username: `${at % 2 === 0 ? 'Garage' : 'гаража'} ${at}`,
      email: `Owner${at}@example.${at < 4 ? 'mk' : 'de'}`,
      country: at % 3 === 0 ? 'Spain' : 'Germany',
      status: at === 8 ? 'DEACTIVE' : 'ACTIVE',
    });
    await buildCredits(app.deps, user.id, (at % 4) * 10 + 0.5);
    await buildCredits(app.deps, user.id, at % 2 === 0 ? 5 : 7, { unit: 'AI' });
  }
});

const ask = async (input: Record<string, unknown>): Promise<UserPage> => {
  const reply = await app.call(contract.listUsers, input, admin);
  expect(reply.status).toBe(200);
  return reply.body as UserPage;
};

const readAll = (input: Record<string, unknown>) =>
  readAllPages<User>((place) => ask({ limit: 3, ...input, ...place }));

const VALUE: Record<string, (user: User) => string | number> = {
  credits: (user) => user.credit_balance as number,
  'ai-credits': (user) => user.ai_credit_balance as number,
};

describe('a page of all users', { tags: ['A-USR-01'] }, () => {
  test.each(inBothOrders(accountsList.USER_SORTS))(
    'sorted by $sort, $order, leads to the other pages with each user once',
    async ({ sort, order }) => {
      const rows = await readAll({ sort, order });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(10);
      expectOrdered(rows, order, (user) => VALUE[sort]?.(user) ?? user[sort as 'username']);
    },
  );

  test('and the next ones equal the whole list', async () => {
    const whole = (await app.call(contract.listUsers, {}, admin)).body as User[];
    expect(await readAll({})).toEqual(whole);
  });

  test.each([
    ['a part of a name', 'ARAGE 4', ['Garage 4']],
    ['letters of every alphabet', 'ГАРАЖА 3', ['гаража 3']],
    ['a part of an address', '@example.mk garage', ['Garage 2', 'Garage 0']],
    ['how a status begins, where "active" is not "deactive"', 'deact', ['Garage 8']],
    ['several words that all must fit', 'customer active garage owner4', ['Garage 4']],
  ])('finds %s', async (_, q, names) => {
    const { rows, totals } = await ask({ q });
    expect(rows.map(({ username }) => username)).toEqual(names);
    expect(totals?.matching).toBe(names.length);
  });

  test('finds administrators by the beginning of their role', async () => {
    expect((await ask({ q: 'admi' })).rows.map(({ id }) => id)).toEqual([admin.id]);
    expect((await ask({ role: 'ADMIN' })).totals?.matching).toBe(1);
  });
});

describe('totals', { tags: ['A-USR-02'] }, () => {
  test('count roles and statuses, and reflect a deactivation and a deletion', async () => {
    const leaving = await buildUser(app.deps);
    expect((await ask({ limit: 1 })).totals).toMatchObject({
      all: 11,
      counts: { role: { ADMIN: 1, CUSTOMER: 10 }, status: { ACTIVE: 10, DEACTIVE: 1 } },
    });
    await sql`update users set status = 'DEACTIVE' where id = ${leaving.id}`.execute(app.db);
    expect((await ask({ status: 'DEACTIVE' })).totals).toMatchObject({ all: 11, matching: 2 });
    await app.call(contract.deleteUser, { id: leaving.id }, admin);
    const { rows, totals } = await ask({ limit: 100 });
    expect(totals).toMatchObject({ all: 10, counts: { status: { ACTIVE: 9, DEACTIVE: 1 } } });
    expect(rows).toHaveLength(10);
  });
});

test('invalid parameters are refused', async () => {
  for (const input of [{ sort: 'password_hash' }, { role: 'OWNER' }, { cursor: 'x' }, { limit: '-1' }]) {
    const reply = await app.call(contract.listUsers, input, admin);
    expect([reply.status, reply.body.field]).toEqual([400, Object.keys(input)[0]]);
  }
});

test('matching users can be downloaded as CSV, in the requested order', async () => {
  const reply = await app.call(contract.downloadUsersCsv, { q: 'garage', sort: 'username', order: 'desc' }, admin);
  const [header, ...lines] = new TextDecoder().decode(reply.bytes).trim().split('\r\n');
  expect(header).toContain(
    'Username,Full name,Email,Country,Phone,Credit Balance,AI Credit Balance,Role,Status,Registered (Europe/Skopje)',
  );
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Garage 8', 'Garage 6', 'Garage 4', 'Garage 2', 'Garage 0']);
  expect(lines[0]).toMatch(/,0.5,5,CUSTOMER,DEACTIVE,\d{4}-/);
});
