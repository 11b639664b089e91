import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '../features/accounts/accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../features/accounts/server/accounts.factory.ts';
import { openSession } from '../features/accounts/server/sessions.ts';
import { MAX_BODY_KB, listParameterNames, type Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../app/endpoints.ts';
import { MAIL_PREVIEW_STYLE } from '../features/messaging/emails.calls.ts';
import { hashSource } from './http/security-headers.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { createSampler } from './testing/sampled.ts';
import { multipart, rawCall, type RawCall, type RawReply } from './testing/raw-call.ts';
import { buildAdmin, buildCustomer } from './testing/stories.ts';
import { buildTarget, nameOf } from './testing/targets.ts';
import { isForAdministrators, isOwnOfStaff, rightRole } from './testing/right-role.ts';
import { admin, app, openStage } from './testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage({ config: { trustedProxies: '127.0.0.1' } });

let customer: User;

beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const guarded = endpoints.filter(({ who }) => who !== 'anyone');
const open = endpoints.filter(({ who }) => who === 'anyone');
const withBody = endpoints.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
const withJson = withBody.filter(({ file }) => file === undefined);
const [sampleTokens, sampleGarbage, sampleTypes] = [createSampler(1), createSampler(1), createSampler(1)];
const [sampleSchemes, sampleNowhere, sampleMissing] = [createSampler(1), createSampler(1), createSampler(1)];
const [sampleMethods, sampleStale] = [createSampler(1), createSampler(1)];
const sampleGuarded = createSampler(Math.ceil(guarded.length / 16));
const named = (list: readonly Endpoint[]) => list.map((endpoint) => ({ endpoint, name: nameOf(endpoint) }));

/** Returns a user who may make this call. */
const allowed = (endpoint: Endpoint): User => (isForAdministrators(endpoint) ? admin : customer);

const toPath = (endpoint: Endpoint, id = '1') => `/api${endpoint.path.replace(/:\w+/g, id)}`;

/** Builds the smallest call of the right shape. */
function emptyCall(endpoint: Endpoint, id?: string): RawCall {
  const call = { method: endpoint.method, path: toPath(endpoint, id) };
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return call;
  if (endpoint.file !== undefined) return { ...call, ...multipart([{ name: 'jsonData', value: '{}' }]) };
  return { ...call, headers: { 'content-type': 'application/json' }, body: '{}' };
}

const call = async (endpoint: Endpoint, change: Partial<RawCall> & { id?: string } = {}): Promise<RawReply> => {
  // The limits of calls a minute have tests of their own.
  if (endpoint.perMinute !== undefined) await app.ownerDb.deleteFrom('rate_limits').execute();
  const { id, ...rest } = change;
  const empty = emptyCall(endpoint, id);
  const headers = { ...empty.headers, ...rest.headers };
  return rawCall(app.url, { ...empty, ...rest, headers });
};

const problemOf = ({ status, text }: RawReply) => [status, (JSON.parse(text) as { code?: string }).code];

describe('a call without a login gets 401 with WWW-Authenticate', { tags: ['R01', 'R16'] }, () => {
  test.each(named(guarded))('$name', async ({ endpoint }) => {
    const { token } = allowed(endpoint);
    const without = sampleMissing<Partial<RawCall>>([
      {},
      { headers: { authorization: '' } },
      { path: `${toPath(endpoint)}?token=${token}&access_token=${token}&authorization=Bearer%20${token}` },
      { headers: { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` } },
    ]);
    expect(without).not.toEqual([]);
    for (const change of without) {
      const reply = await call(endpoint, change);
      expect(problemOf(reply)).toEqual([401, 'session.missing']);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('an address with a value that PostgreSQL cannot store never causes a server fault', () => {
  test.each([
    [400, 'admin', '/search?text=ab%00'],
    [400, 'customer', '/search?text=ab&text=%00'],
    [400, 'admin', '/changes?about=%00'],
    [404, 'customer', '/ai/sessions/%00/original'],
    [400, 'admin', '/changes?from=0000-01-01T00:00:00Z'],
    [200, 'admin', '/changes?from=2026-01-01T00:00:00-23:59'],
    [200, 'admin', '/changes?from=0001-01-02T00:00:00%2B23:59&until=9999-12-30T23:59:59-23:59'],
    [400, 'customer', '/credits-ledger/ID?from=0000-01-01'],
    [400, 'customer', '/credits-ledger/ID/statement?from=0000-01-01&to=0000-01-02'],
    [400, 'customer', '/credits-ledger/ID/statement/csv?to=0000-01-01'],
    [200, 'customer', '/credits-ledger/ID/statement?from=0001-01-01&to=9999-12-31'],
  ] as const)('%i for the %s who requests %s', async (status, who, path) => {
    const { id, token } = who === 'admin' ? admin : customer;
    const reply = await rawCall(app.url, { method: 'GET', path: `/api${path.replace('ID', String(id))}`, token });
    expect(reply.status).toBe(status);
  });
});

describe('a token without an active session of this portal gets 403', { tags: ['R02', 'X-SES-04'] }, () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>;
  const signed = (header: object, claims: object, key: string, hash = 'sha256') => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };

  /** Each of these would be accepted if the server believed what it should not. */
  function badTokens(user: User): Record<string, string> {
    const claims = claimsOf(user.token);
    const [head, body, signature] = user.token.split('.') as [string, string, string];
    const ours = (change: object, secret = app.sessionSecret) =>
      signed({ alg: 'HS256', typ: 'JWT' }, { ...claims, ...change }, secret);
    return {
      'not a token': 'hello',
      'three empty parts': '..',
      'another secret': ours({}, 'somebody-elses-secret-somebody-elses'),
      'no signature': `${head}.${body}.`,
      'a changed signature': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'a changed body': `${head}.${encode({ ...claims, sub: JSON.stringify({ ...user, role: 'ADMIN' }) })}.${signature}`,
      'algorithm none': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'algorithm None with a signature': `${encode({ alg: 'None', typ: 'JWT' })}.${body}.${signature}`,
      'the key of another algorithm': signed({ alg: 'RS256', typ: 'JWT' }, claims, app.sessionSecret),
      'another algorithm with our secret': signed({ alg: 'HS512', typ: 'JWT' }, claims, app.sessionSecret, 'sha512'),
      'a key in its own header': signed(
        { alg: 'HS256', jwk: { kty: 'oct', k: 'YQ' }, kid: '../../dev/null' },
        claims,
        'a',
      ),
      'a key address in its header': signed(
        { alg: 'HS256', jku: 'http://127.0.0.1/k', x5u: 'http://127.0.0.1/k' },
        claims,
        '',
      ),
      'a demand we do not know': signed({ alg: 'HS256', typ: 'JWT', crit: ['exp2'], exp2: 1 }, claims, ''),
      'another audience': ours({ aud: 'another-app' }),
      'no audience': ours({ aud: undefined }),
      'no issuer': ours({ iss: undefined }),
      'another issuer': ours({ iss: 'another-server' }),
      'not valid yet': ours({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
      'a session nobody opened': ours({ jti: '00000000-0000-4000-8000-000000000000' }),
      'no session': ours({ jti: undefined }),
      'a session that is not a text': ours({ jti: { toString: 'x' } }),
    };
  }

  test('the forgery itself works: with the right secret and claims, its token is accepted', async () => {
    const claims = claimsOf(customer.token);
    const key = new TextEncoder().encode(app.sessionSecret);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
    expect((await app.call(accounts.getMyUser, {}, { token })).status).toBe(200);
    expect(
      (
        await app.call(
          accounts.getMyUser,
          {},
          { token: signed({ alg: 'HS256', typ: 'JWT' }, claims, app.sessionSecret) },
        )
      ).status,
    ).toBe(200);
  });

  test.each(named(guarded))('$name', async ({ endpoint }) => {
    const tokens = sampleTokens(Object.entries(badTokens(allowed(endpoint))));
    expect(tokens).not.toEqual([]);
    for (const [what, token] of tokens) {
      expect([what, ...problemOf(await call(endpoint, { token }))]).toEqual([what, 403, 'session.ended']);
    }
    for (const authorization of sampleSchemes([
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      `Token ${allowed(endpoint).token}`,
      allowed(endpoint).token,
    ])) {
      expect([authorization, ...problemOf(await call(endpoint, { headers: { authorization } }))]).toEqual([
        authorization,
        403,
        'session.ended',
      ]);
    }
  });
});

describe('an ended session is refused on the very next call, by every endpoint', { tags: ['R03'] }, () => {
  const edit = async (id: number, change: Record<string, unknown>) => {
    const { body } = await app.call(accounts.getUser, { id }, admin);
    const reply = await app.call(accounts.updateUser, { ...body, ...change }, admin);
    expect(reply.status).toBe(200);
  };

  const ends: Record<string, (user: User) => Promise<unknown>> = {
    'a logout': (user) => app.call(accounts.logout, {}, user),
    'a deactivation': (user) => edit(user.id, { status: 'DEACTIVE' }),
    'a deactivation that forgot the sessions': (user) =>
      app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', user.id).execute(),
    'a deletion': (user) => app.call(accounts.deleteUser, { id: user.id }, admin),
    'a deletion that forgot the sessions': (user) =>
      app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', user.id).execute(),
    'a new role': (user) => edit(user.id, { role: user.role === 'ADMIN' ? 'CUSTOMER' : 'ADMIN' }),
    'a password changed elsewhere': async (user) => {
      const elsewhere = await openSession(app.deps, user);
      const change = { current_password: BUILT_PASSWORD, new_password: 'Copper-Lathe-88' };
      const changed = await app.call(accounts.changePassword, change, { token: elsewhere });
      expect((await app.call(accounts.getMyUser, {}, { token: changed.body.token })).status).toBe(200);
    },
    'its time': (user) =>
      app.db.updateTable('sessions').set({ expires_at: app.clock.now() }).where('user_id', '=', user.id).execute(),
  };

  test.each(Object.entries(ends))('%s', async (_, end) => {
    for (const user of [await buildCustomer(app.deps), await buildAdmin(app.deps)]) {
      expect((await app.call(accounts.getMyUser, {}, user)).status).toBe(200);
      await end(user);
      for (const endpoint of sampleGuarded(guarded)) {
        expect([nameOf(endpoint), ...problemOf(await call(endpoint, { token: user.token }))]).toEqual([
          nameOf(endpoint),
          403,
          'session.ended',
        ]);
      }
    }
  });

  test.each(named(open))('a public call ignores a stale token: $name', async ({ endpoint }) => {
    const gone = await buildCustomer(app.deps);
    await app.call(accounts.logout, {}, gone);
    for (const token of sampleStale([gone.token, 'hello', 'a.b.c'])) {
      // A new user for each call, because the call may end their sessions.
      const target = await buildTarget(app.deps, endpoint, await buildCustomer(app.deps));
      expect((await app.call(endpoint, target.input, { token, file: target.file })).status).toBe(
        endpoint.status ?? 200,
      );
    }
  });
});

test.each(named(guarded.filter(({ who }) => who !== 'signed-in')))(
  'the wrong role gets 403: $name',
  { tags: ['R04'] },
  async ({ endpoint }) => {
    const wrong = isForAdministrators(endpoint) ? customer : admin;
    expect(problemOf(await call(endpoint, { token: wrong.token }))).toEqual([403, 'session.wrong_role']);
  },
);

describe('what does not exist, or belongs to another user, gets the same 404', { tags: ['R05', 'R13', 'R15'] }, () => {
  const NOWHERE = [
    '999999999',
    '0',
    '-1',
    '9007199254740992',
    '9223372036854775808',
    '1e3',
    '0x1',
    '01',
    '1.0',
    '%201',
    'null',
    'my',
    'images',
    'change-password',
    '..',
    '../',
    '%2e%2e',
    '%2e%2e%2f',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%zz',
    "1'--",
    '1;select',
    '9'.repeat(400),
    '9'.repeat(5000),
  ];
  const withId = endpoints.filter(({ path }) => listParameterNames(path).length > 0);

  test.each(named(withId))('$name', async ({ endpoint }) => {
    const users = endpoint.who === 'signed-in' ? [customer, admin] : [allowed(endpoint)];
    for (const user of users) {
      const good = await buildTarget(app.deps, endpoint, customer);
      const { id: _id, userId: _userId, ...fields } = good.input;
      const sent = buildBody(endpoint, fields);
      const nowhere = NOWHERE.filter((id) => !isAnotherCall(endpoint, id));
      expect(nowhere.length).toBeGreaterThan(3);
      for (const id of sampleNowhere(nowhere)) {
        const reply = await call(endpoint, { token: user.token, id, ...sent });
        expect([id.slice(0, 40), reply.status, reply.text]).toEqual([
          id.slice(0, 40),
          404,
          '{"code":"not_found","message":"Not found"}',
        ]);
      }
    }
  });

  const buildBody = (endpoint: Endpoint, fields: object): Partial<RawCall> => {
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return {};
    if (endpoint.file === undefined) return { body: JSON.stringify(fields) };
    return multipart([
      { name: 'file', value: 'bytes', fileName: 'mod.bin' },
      { name: 'jsonData', value: JSON.stringify(fields) },
    ]);
  };

  /** `/users/my` is a different call. */
  const isAnotherCall = (endpoint: Endpoint, id: string) =>
    endpoints.some(({ method, path }) => method === endpoint.method && `/api${path}` === toPath(endpoint, id));

  /** The catalogue and what pages show have no owner. */
  const ofEverybody = ['GET /solutions/:id', 'GET /media/:name'];
  const isOfOneUser = (endpoint: Endpoint) => !isForAdministrators(endpoint) && !ofEverybody.includes(nameOf(endpoint));

  test.each(named(withId.filter(isOfOneUser)))('a resource of another user: $name', async ({ endpoint }) => {
    const stranger = await buildCustomer(app.deps, 500);
    const target = await buildTarget(app.deps, endpoint, customer);
    const reply = await app.call(endpoint, target.input, { token: stranger.token, file: target.file });
    expect([reply.status, reply.body]).toEqual([404, { code: 'not_found', message: 'Not found' }]);
  });

  test('an unknown path', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/files/1/nothing',
      '/api/../etc/passwd',
      '/api/%2e%2e/etc',
      '/api/%zz',
    ]) {
      const reply = await rawCall(app.url, { method: 'GET', path, token: admin.token });
      expect([path, reply.status, reply.text]).toEqual([path, 404, '{"code":"not_found","message":"Not found"}']);
    }
  });
});

describe('an unreadable body is refused before anything happens', { tags: ['R09'] }, () => {
  const GARBAGE = [
    '{',
    '[]',
    '[1]',
    '1',
    '"text"',
    'null',
    'nonsense',
    '{"a":1}{"b":2}',
    '{"a":1,}',
    "{'a':1}",
    '{"__proto__":{"role":"ADMIN"}}',
    '{"a":{"constructor":{"prototype":{"x":1}}}}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"b":1}}',
    '{"a":"\\u0000"}',
  ];

  test.each(named(withBody))('$name: garbage gets 400', async ({ endpoint }) => {
    const texts = sampleGarbage(GARBAGE);
    expect(texts).not.toEqual([]);
    for (const text of texts) {
      const sent = endpoint.file === undefined ? { body: text } : multipart([{ name: 'jsonData', value: text }]);
      expect([text, ...problemOf(await call(endpoint, { token: allowed(endpoint).token, ...sent }))]).toEqual([
        text,
        400,
        'http.bad_json',
      ]);
    }
  });

  test.each(named(withBody))('$name: another content type gets 415', async ({ endpoint }) => {
    const { token } = allowed(endpoint);
    const other =
      endpoint.file === undefined
        ? multipart([{ name: 'jsonData', value: '{}' }])
        : { headers: { 'content-type': 'application/json' }, body: '{}' };
    const sent = [
      other,
      ...['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/xml', 'application/jsonx'].map(
        (type) => ({ headers: { 'content-type': type }, body: '{}' }),
      ),
    ];
    const changes = sampleTypes(sent);
    expect(changes).not.toEqual([]);
    for (const change of changes) {
      const reply = await rawCall(app.url, { method: endpoint.method, path: toPath(endpoint), token, ...change });
      expect([change.headers['content-type'], ...problemOf(reply)]).toEqual([
        change.headers['content-type'],
        415,
        expect.any(String),
      ]);
    }
  });

  test.each(named(withJson))('$name: JSON longer than its contract allows gets 413', async ({ endpoint }) => {
    const body = JSON.stringify({ text: 'x'.repeat((endpoint.maxBodyKb ?? MAX_BODY_KB) * 1024) });
    expect(problemOf(await call(endpoint, { token: allowed(endpoint).token, body }))).toEqual([
      413,
      expect.any(String),
    ]);
  });

  test.each(named(withBody.filter(({ file }) => file !== undefined)))(
    '$name: a repeated form field gets 400',
    async ({ endpoint }) => {
      for (const name of ['jsonData', 'notes', '__proto__']) {
        const value = name === 'jsonData' ? '{}' : 'x';
        const parts =
          name === '__proto__'
            ? [{ name, value }]
            : [
                { name, value },
                { name, value },
              ];
        expect(problemOf(await call(endpoint, { token: allowed(endpoint).token, ...multipart(parts) }))).toEqual([
          400,
          'http.bad_form',
        ]);
      }
    },
  );
});

describe('methods and origins', { tags: ['R08', 'R14'] }, () => {
  const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'];
  const matches = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  const methodsAt = (path: string) =>
    endpoints.filter((endpoint) => matches(endpoint.path).test(path)).map(({ method }) => method as string);
  const paths = [...new Set(endpoints.map(({ path }) => path))];

  test.each(paths)('%s refuses another method with 405 and Allow', async (path) => {
    const concrete = path.replace(/:\w+/g, '1');
    const known = methodsAt(concrete);
    const others = sampleMethods(METHODS.filter((candidate) => !known.includes(candidate)));
    expect(others).not.toEqual([]);
    for (const method of others) {
      const reply = await rawCall(app.url, {
        method,
        path: `/api${concrete}`,
        token: admin.token,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
      });
      expect([method, reply.status]).toEqual([method, 405]);
      expect(reply.headers.allow?.split(', ').sort()).toEqual([...new Set(known)].sort());
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each(['/api/health', '/api/openapi.json', '/api/docs'])(
    '%s refuses another method with 405 and Allow',
    async (path) => {
      expect((await rawCall(app.url, { method: 'GET', path })).status).toBe(200);
      const reply = await rawCall(app.url, { method: 'POST', path });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET']);
    },
  );

  // A successful call of each kind takes longest here; the permission matrix makes one of every call as well.
  test.each(named(createSampler(40)(endpoints)))(
    '$name gives other origins no access and ignores headers that override the method',
    async ({ endpoint }) => {
      const user = await buildSignedIn(app.deps, { role: rightRole(endpoint) });
      const isOfCustomer = isForAdministrators(endpoint) && !isOwnOfStaff(endpoint);
      const own = await buildTarget(app.deps, endpoint, isOfCustomer ? customer : user);
      const reply = await app.call(endpoint, own.input, {
        token: endpoint.who === 'anyone' ? undefined : user.token,
        file: own.file,
        headers: {
          origin: 'https://elsewhere.example',
          'x-http-method-override': 'DELETE',
          'x-http-method': 'DELETE',
          'x-method-override': 'DELETE',
        },
      });
      expect(reply.status).toBe(endpoint.status ?? 200);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      // Only an image is retained under its name for ever, and is the same for everybody.
      const isRetained = endpoint.path === '/media/:name';
      expect(reply.headers.get('cache-control')).toMatch(isRetained ? /^public,.*immutable$/ : /^no-store$/);
    },
  );
});

describe('faults', { tags: ['R07', 'R10', 'R11', 'R12'] }, () => {
  let broken: TestApp;
  beforeAll(async () => {
    broken = await startTestApp();
  });
  afterAll(() => broken.stop());

  test('an unexpected fault reveals nothing but the id of its request', async () => {
    await sql`alter table application_configuration rename column uploader_text to elsewhere`.execute(broken.ownerDb);
    const reply = await rawCall(broken.url, { method: 'GET', path: '/api/application-configuration' });
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.text)).toEqual({
      code: 'internal',
      message: 'Something went wrong',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  test('losing the database during a call gives 503 with Retry-After, never a logout', async () => {
    const user = await buildCustomer(broken.deps);
    await broken.db.transaction().execute(async (tx) => {
      await sql`lock table solutions`.execute(tx);
      const reply = rawCall(broken.url, { method: 'GET', path: '/api/solutions', token: user.token });
      const waiting = sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(broken.db)).rows.length, { interval: 20 }).toBe(1);
      const { status, headers, text } = await reply;
      expect([status, headers['retry-after'], text]).toEqual([
        503,
        '5',
        '{"code":"unavailable","message":"The portal is busy. Please try again in a moment."}',
      ]);
    });
  });

  test('too many registrations from one address get 429 with Retry-After, and reads are never throttled', async () => {
    const register = {
      method: 'POST',
      path: '/api/register',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    };
    const statuses: number[] = [];
    let last: RawReply | undefined;
    for (let at = 0; at < 31; at += 1) statuses.push((last = await rawCall(broken.url, register)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(problemOf(last as RawReply)).toEqual([429, 'http.too_many']);
    const user = await buildCustomer(broken.deps);
    for (let at = 0; at < 200; at += 1) {
      expect((await rawCall(broken.url, { method: 'GET', path: '/api/users/my', token: user.token })).status).toBe(200);
    }
  });
});

/** The reply to any broken rule in the product; it is never 409, because browsers show only the text of 400. */
test('no source file uses status 409', { tags: ['R07'] }, () => {
  const sources = ['app', 'contract', 'features', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('mark-shapes.ts'))
      .map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')] as const),
  );
  expect(sources.length).toBeGreaterThan(50);
  const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
  expect(
    sources.filter(([, text]) => /\b409\b|conflict\(\)/.test(withoutComments(text))).map(([path]) => path),
  ).toEqual([]);
});

describe('the security headers', () => {
  const PROTECTING = {
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
  };

  const PROTECTING_PAGES = {
    ...PROTECTING,
    'content-security-policy':
      `default-src 'none';base-uri 'none';script-src 'self';style-src 'self' ${hashSource(MAIL_PREVIEW_STYLE)};` +
      "connect-src 'self';font-src 'self';img-src 'self' data: blob:;manifest-src 'self';worker-src 'self';" +
      "media-src 'self';frame-src 'none';frame-ancestors 'none';form-action 'self'",
    'permissions-policy': expect.stringContaining('camera=(), ') as string,
  };
  const PAGES = ['/', '/api/docs'];

  test('are on every response, including 401 and 404; those for pages are on pages only', async () => {
    // Other tests sign in with Google, which the policy of pages names.
    app.config.google = null;
    const calls = {
      '/api/users/my': 401,
      '/api/nothing': 404,
      '/api/login/background': 200,
      '/api/health': 200,
      '/api/%zz': 404,
      '/': 404,
      '/api/docs': 200,
      '/api/docsx': 404,
    };
    for (const [path, status] of Object.entries(calls)) {
      const reply = await rawCall(app.url, { method: 'GET', path });
      expect([path, reply.status]).toEqual([path, status]);
      expect(reply.headers).toMatchObject({
        ...(PAGES.includes(path) ? PROTECTING_PAGES : PROTECTING),
        ...(/^\/api\/[a-z]/.test(path) && !PAGES.includes(path) && { 'cache-control': 'no-store' }),
      });
      expect(reply.headers).not.toHaveProperty('x-powered-by');
      expect(reply.headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('require HTTPS only where the portal has HTTPS', async () => {
    const secure = await startTestApp({ publicUrl: 'https://portal.example' });
    const { headers } = await rawCall(secure.url, { method: 'GET', path: '/api/health' });
    expect(headers).toMatchObject({
      ...PROTECTING,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    await secure.stop();
  });
});
