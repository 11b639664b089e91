import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../../server/testing/app.ts';
import { HttpProblem } from '../../../server/http/replies.ts';
import { changesBetween, readBusinessState } from '../../../server/testing/business-state.ts';
import { buildAdmin } from '../../../server/testing/stories.ts';
import { SessionUser } from '../../../contract/session.ts';
import * as accounts from '../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { createFirstAdministrator, login } from './accounts.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

/** The hash that a password is compared with, if a thread is sent this task to compare it. */
const readComparedHash = (task: { name?: string; input?: { passwordHash?: string } }) =>
  task.name === 'verify' ? task.input?.passwordHash : undefined;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

openStage();

let serial = 0;
/** A completed registration form as the browser sends it (X-API-02). */
const form = (change: Record<string, unknown> = {}) => ({
  username: 'blagoja',
  full_name: 'Blagoja Petrov',
  email: `Garage${(serial += 1)}@Example.com`,
  password: 'Copper-Lathe-88',
  phone: '+389 70 123-456',
  country: 'North Macedonia',
  role: 'CUSTOMER',
  status: 'ACTIVE',
  credit_balance: 0,
  ...change,
});

const subjectOf = (token: string): unknown => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { sub: string };
  return JSON.parse(claims.sub);
};

describe('register', () => {
  test('creates an active customer without credits', { tags: ['X-API-02', 'X-CRS-08', 'X-ENT-02'] }, async () => {
    const sent = form({
      role: 'ADMIN',
      status: 'DEACTIVE',
      credit_balance: 5000,
      ai_credit_balance: 5000,
      verified: true,
      id: 77_777,
    });
    const { status, body } = await app.call(accounts.register, sent);
    expect(status).toBe(201);
    const my = await app.call(accounts.getMyUser, {}, body);
    expect(my.body).toMatchObject({
      username: 'blagoja',
      full_name: 'Blagoja Petrov',
      email: sent.email,
      phone: '+389 70 123 456',
      role: 'CUSTOMER',
      status: 'ACTIVE',
      credit_balance: 0,
      ai_credit_balance: 0,
      country: 'North Macedonia',
      verified: false,
      notifications: [],
    });
    expect(my.body.id).not.toBe(77_777);
    expect(Object.keys(my.body as object)).not.toContain('password');
  });

  test('the token has the six fields of the user as JSON', { tags: ['X-SES-01', 'X-STO-02', 'X-ENT-01'] }, async () => {
    const sent = form();
    const { body } = await app.call(accounts.register, sent);
    const subject = subjectOf(body.token);
    expect(subject).toEqual({
      id: expect.any(Number) as number,
      email: sent.email,
      username: 'blagoja',
      phone: '+389 70 123 456',
      country: 'North Macedonia',
      role: 'CUSTOMER',
    });
    // The others are there only while the user has to do something first, with a staff role, for a view of staff, or for a colleague.
    const {
      must_change_password: _password,
      must_add_second_factor: _factor,
      view_only: _view,
      colleague_id: _colleague,
      staff_capabilities: _all,
      ...always
    } = SessionUser.shape;
    expect(Object.keys(subject as object).sort()).toEqual(Object.keys(always).sort());
  });

  test.each([
    ['username', 'Please fill in the username.'],
    ['full_name', 'Please fill in the full name.'],
    ['email', 'Please fill in the email.'],
    ['password', 'Please fill in the password.'],
    ['phone', 'Please fill in the phone number.'],
    ['country', 'Please choose a country.'],
  ])('without %s nothing is made', { tags: ['X-VAL-01'] }, async (field, sentence) => {
    const { [field]: _left, ...rest } = form() as Record<string, unknown>;
    const before = await readBusinessState(app);
    const reply = await app.call(accounts.register, rest);
    expect(reply).toMatchObject({ status: 400, body: { code: 'http.bad_input', message: sentence, field } });
    expect(reply.body.values.reason).toMatch(/^accounts\.\w+$/);
    const blank = await app.call(accounts.register, form({ [field]: field === 'password' ? '' : '   ' }));
    expect([blank.status, blank.body.field]).toEqual([400, field]);
    expect(changesBetween(before, await readBusinessState(app))).toEqual([]);
  });

  test.each([
    ['email', 'nobody', 'Please enter a valid email address.'],
    ['password', 'Short-1', 'The password must have at least 8 characters.'],
    ['password', 'x'.repeat(129), 'The password must have at most 128 characters.'],
    ['phone', '+389 70 CALL ME', 'A phone number has only digits, plus, hyphen and space.'],
    ['username', 'x'.repeat(61), 'At most 60 characters.'],
    ['username', 17, 'Please fill in the username.'],
  ])('%s %j is refused with its own message', { tags: ['X-VAL-05', 'X-VAL-09'] }, async (field, value, sentence) => {
    const reply = await app.call(accounts.register, form({ [field]: value }));
    expect([reply.status, reply.body.message, reply.body.field]).toEqual([400, sentence, field]);
  });

  test('a commonly tried password is refused, in lower and in upper case', async () => {
    for (const password of ['baseball1', 'BASEBALL1']) {
      const reply = await app.call(accounts.register, form({ password }));
      expect(reply.body).toEqual({
        code: 'accounts.common_password',
        message: 'This password is too common. Please choose another one.',
        field: 'password',
      });
    }
  });

  test('one address is one account, in any case and with six requests at once', { tags: ['X-ERR-02'] }, async () => {
    const email = 'one.address@example.com';
    const replies = await Promise.all(
      [email, email.toUpperCase(), 'One.Address@example.com', ` ${email} `, email, email].map((typed) =>
        app.call(accounts.register, form({ email: typed })),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 201)) {
      expect(body).toEqual({
        code: 'accounts.email_taken',
        message: 'An account with this email already exists. Please log in.',
        field: 'email',
      });
    }
  });
});

describe('log in', () => {
  const WRONG = { code: 'session.wrong_login', message: 'Wrong email or password.' };

  test('returns a token for the account, whatever the case of the address', { tags: ['X-API-03'] }, async () => {
    const { staff_capabilities: _all, ...user } = await buildUser(app);
    const reply = await app.call(accounts.login, { email: ` ${user.email.toUpperCase()} `, password: BUILT_PASSWORD });
    expect(reply.status).toBe(200);
    expect(subjectOf(reply.body.token)).toEqual(user);
  });

  test('responds identically to a wrong address and a wrong password, after the same work', async () => {
    const { email, password } = form();
    await app.call(accounts.register, form({ email, password }));
    const tasks = vi.spyOn(Worker.prototype, 'postMessage');
    for (const typed of [email, 'unknown@example.com']) {
      const reply = await app.call(accounts.login, { email: typed, password: 'Something-else-1' });
      expect([reply.status, reply.body]).toEqual([401, WRONG]);
    }
    const compared = tasks.mock.calls.flatMap(([task]) => readComparedHash(task) ?? []);
    tasks.mockRestore();
    const [known, unknown, ...others] = compared.map((hash) => hash.split('$').slice(1, 4));
    expect(others).toEqual([]);
    expect(known?.[0]).toBe('argon2id');
    // The cost parameters come first in the hash, before the salt.
    expect(unknown).toEqual(known);
  });

  test('the fact that an account is deactivated is shown only for the right password', async () => {
    const user = await buildUser(app, { status: 'DEACTIVE' });
    expect((await app.call(accounts.login, { email: user.email, password: 'Not-this-one-1' })).body).toEqual(WRONG);
    const right = await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD });
    expect([right.status, right.body.message]).toEqual([401, 'This account is deactivated. Please contact support.']);
  });

  test('a deleted account counts as unknown, and its address is free again', async () => {
    const admin = await buildAdmin(app.deps);
    const user = await buildUser(app);
    await app.call(accounts.deleteUser, { id: user.id }, admin);
    expect((await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD })).body).toEqual(WRONG);
    expect((await app.call(accounts.register, form({ email: user.email }))).status).toBe(201);
  });
});

describe('guessing passwords (10 failures in 15 minutes per account and address)', () => {
  const clientAt = (address: string) => ({ address, network: address, isShared: false });
  const outcome = (email: string, password: string, address = '192.0.2.1') =>
    login(app.deps, { email, password, client: clientAt(address), language: null }).then(
      () => 200,
      (error: unknown) => (error as HttpProblem).status,
    );
  const wrong = (email: string, times: number, address?: string) =>
    Array.from({ length: times }, () => () => outcome(email, 'Wrong-guess-1', address)).reduce<Promise<number[]>>(
      async (done, attempt) => [...(await done), await attempt()],
      Promise.resolve([]),
    );

  test('the eleventh is refused even with the right password, until the first failure is 15 minutes old', async () => {
    const { email } = await buildUser(app);
    expect(await wrong(email, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(await outcome(email, BUILT_PASSWORD)).toBe(429);
    const refused = await login(app.deps, {
      email,
      password: 'x',
      client: clientAt('192.0.2.1'),
      language: null,
    }).catch((error: unknown) => error);
    expect((refused as HttpProblem).retryAfterSeconds).toBeGreaterThan(14 * 60);
    app.clock.advance(14 * MINUTE_MS);
    expect(await outcome(email, BUILT_PASSWORD)).toBe(429);
    app.clock.advance(MINUTE_MS + 1000);
    expect(await outcome(email, BUILT_PASSWORD)).toBe(200);
  });

  test('neither the owner at another address nor other accounts at the same address are locked out', async () => {
    const [attacked, other] = [await buildUser(app), await buildUser(app)];
    await wrong(attacked.email, 12);
    expect(await outcome(attacked.email, BUILT_PASSWORD, '198.51.100.7')).toBe(200);
    expect(await outcome(other.email, BUILT_PASSWORD)).toBe(200);
    expect(await outcome(attacked.email, BUILT_PASSWORD)).toBe(429);
  });

  test('an unknown e-mail address is throttled like a known one, whether in upper or lower case', async () => {
    expect((await wrong('nobody-at-all@example.com', 10)).every((status) => status === 401)).toBe(true);
    expect(await outcome('NOBODY-at-all@example.com', 'x')).toBe(429);
  });

  test('the right password clears the failures before it', async () => {
    const { email } = await buildUser(app);
    await wrong(email, 9);
    expect(await outcome(email, BUILT_PASSWORD)).toBe(200);
    expect((await wrong(email, 10)).every((status) => status === 401)).toBe(true);
  });

  test('guessing forty at once is no faster than one after the other', async () => {
    const { email } = await buildUser(app);
    const statuses = await Promise.all(Array.from({ length: 40 }, () => outcome(email, 'Wrong-guess-1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('over HTTP the refusal is 429 with Retry-After', async () => {
    const { email } = await buildUser(app);
    for (let at = 0; at < 10; at += 1) await app.call(accounts.login, { email, password: 'Wrong-guess-1' });
    const reply = await app.call(accounts.login, { email, password: BUILT_PASSWORD });
    expect([reply.status, reply.body.code]).toEqual([429, 'http.too_many']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(800);
  });
});

describe('sessions', () => {
  const isGood = async (token: string) => (await app.call(accounts.getMyUser, {}, { token })).status === 200;

  test('logout ends this session on the server, and no other', { tags: ['X-SES-02'] }, async () => {
    const user = await buildSignedIn(app.deps);
    const { body } = await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD });
    expect((await app.call(accounts.logout, {}, user)).status).toBe(200);
    expect([await isGood(user.token), await isGood(body.token)]).toEqual([false, true]);
  });

  test('a new password ends every other session and the old one', { tags: ['X-API-10', 'X-ERR-31'] }, async () => {
    const user = await buildSignedIn(app.deps);
    const { body: elsewhere } = await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD });
    const change = { current_password: BUILT_PASSWORD, new_password: 'Copper-Lathe-88' };
    const reply = await app.call(accounts.changePassword, change, user);
    expect([reply.status, reply.body.message]).toEqual([200, 'Password changed successfully!']);
    const ended = await Promise.all([user.token, elsewhere.token].map(isGood));
    expect([await isGood(reply.body.token), ...ended]).toEqual([true, false, false]);
    expect((await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD })).status).toBe(401);
    expect((await app.call(accounts.login, { email: user.email, password: 'Copper-Lathe-88' })).status).toBe(200);
  });

  test('a wrong current password changes nothing and does not log out', async () => {
    const user = await buildSignedIn(app.deps);
    const reply = await app.call(
      accounts.changePassword,
      { current_password: 'no', new_password: 'Copper-Lathe-88' },
      user,
    );
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        code: 'accounts.wrong_current_password',
        message: 'The current password is not right.',
        field: 'current_password',
      },
    ]);
    expect(await isGood(user.token)).toBe(true);
    expect((await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD })).status).toBe(200);
  });

  test('last 7 days for customers and 12 hours for administrators', async () => {
    const [customer, admin] = [await buildSignedIn(app.deps), await buildAdmin(app.deps)];
    app.clock.advance(12 * HOUR_MS - MINUTE_MS);
    expect([await isGood(customer.token), await isGood(admin.token)]).toEqual([true, true]);
    app.clock.advance(MINUTE_MS);
    expect([await isGood(customer.token), await isGood(admin.token)]).toEqual([true, false]);
    app.clock.advance(7 * 24 * HOUR_MS - 12 * HOUR_MS - MINUTE_MS);
    expect(await isGood(customer.token)).toBe(true);
    app.clock.advance(MINUTE_MS);
    expect(await isGood(customer.token)).toBe(false);
  });
});

describe('one’s own profile', { tags: ['X-VAL-25', 'X-API-09'] }, () => {
  test('accepts username, phone and country, and ignores anything else that is sent', async () => {
    const user = await buildSignedIn(app.deps, { verified: false });
    const reply = await app.call(
      accounts.updateMyUser,
      {
        username: 'New name',
        phone: '+49 30 123456',
        country: 'Germany',
        email: 'other@example.com',
        full_name: 'Somebody Else',
        role: 'ADMIN',
        status: 'DEACTIVE',
        verified: true,
        credit_balance: 999,
        id: 1,
      },
      user,
    );
    expect(reply.body).toEqual({
      id: user.id,
      email: user.email,
      username: 'New name',
      phone: '+49 30 123456',
      country: 'Germany',
      role: 'CUSTOMER',
      staff_capabilities: null,
    });
    const { body } = await app.call(accounts.getMyUser, {}, user);
    expect(body).toMatchObject({ ...reply.body, status: 'ACTIVE', verified: false, credit_balance: 0 });
    expect(body.full_name).not.toBe('Somebody Else');
  });

  test('wants all three', async () => {
    const user = await buildSignedIn(app.deps);
    const profile = { username: 'New name', phone: '+49 30 123456', country: 'Germany' };
    for (const field of ['username', 'phone', 'country']) {
      for (const value of ['', undefined]) {
        const reply = await app.call(accounts.updateMyUser, { ...profile, [field]: value }, user);
        expect([reply.status, reply.body.field]).toEqual([400, field]);
      }
    }
    expect((await app.call(accounts.getMyUser, {}, user)).body.username).toBe(user.username);
  });
});

test('the first administrator is created once, however often and however many servers start', async () => {
  const empty = await startTestApp();
  const credentials = { email: 'boss@example.com', password: 'Copper-Lathe-88' };
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(empty.deps, credentials)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await createFirstAdministrator(empty.deps, { email: 'second@example.com', password: 'Copper-Lathe-89' })).toBe(
    false,
  );
  const { body } = await empty.call(accounts.login, credentials);
  const users = await empty.call(accounts.listUsers, {}, body);
  expect(users.body).toMatchObject([{ email: 'boss@example.com', role: 'ADMIN', status: 'ACTIVE', verified: true }]);
  await empty.stop();
});
