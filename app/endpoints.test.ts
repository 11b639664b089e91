import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTORS, buildCaller, type ActorName } from '../server/testing/actors.ts';
import { startTestApp, type TestApp } from '../server/testing/app.ts';
import { findAddition, findRow, matrix, toPlace, type Row } from '../server/testing/authz.ts';
import { buildTarget, nameOf } from '../server/testing/targets.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from './endpoints.ts';
import { Refusal } from '../contract/refusal.ts';

/**
 * Takes bytes and returns none, so it is not in the table; `features/payments/server/listener.test.ts` calls it as every
 * actor.
 */
const BEYOND_THE_TABLE: readonly string[] = ['POST /paypal/ipn'];

const isAskedElsewhere = (row: Row) => BEYOND_THE_TABLE.includes(toPlace(row.method, row.path));
const findEndpoint = (row: Row) =>
  endpoints.find((endpoint) => toPlace(row.method, row.path) === toPlace(endpoint.method, endpoint.path));

const FEATURES = fileURLToPath(new URL('../features/', import.meta.url));

describe('the table and the matrix agree', () => {
  test('every call is in the matrix or in the list of our own additions', () => {
    const unknown = endpoints.filter((endpoint) => !findRow(endpoint) && !findAddition(endpoint));
    expect(endpoints.length).toBeGreaterThan(50);
    expect(unknown.map(nameOf)).toEqual([]);
  });

  test('every call that is declared is in the table', async () => {
    const paths = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.calls.ts'),
    );
    const modules = await Promise.all(
      paths.map(async (path) => (await import(/* @vite-ignore */ `${FEATURES}${path}`)) as Record<string, unknown>),
    );
    const declared = modules
      .flatMap((module) => Object.values(module))
      .filter((member) => typeof member === 'object' && member !== null && 'who' in member) as Endpoint[];
    expect(declared.filter((call) => !endpoints.includes(call)).map(nameOf)).toEqual([]);
    expect(declared.length).toBe(endpoints.length);
  });

  test('no call is in the table twice', () => {
    const places = endpoints.map(({ method, path }) => toPlace(method, path));
    expect(places.length).toBe(new Set(places).size);
  });

  test('every row of the matrix has a call', () => {
    const missing = matrix.filter((row) => !isAskedElsewhere(row) && !findEndpoint(row));
    expect(matrix.length).toBeGreaterThan(50);
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('every call responds to every actor with exactly the status in the matrix', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ activation: 'required' });
  });
  afterAll(() => app.stop());

  /** Rows that act on the caller; in all others the target belongs to the owner, regardless of the caller. */
  const isOwnTarget = (row: Row) => /^(self|own |-|fresh)/.test(row.target);
  const standsForOwner: readonly ActorName[] = ['owner', 'deactivated', 'unverified'];

  const existing = matrix.flatMap((row) => {
    const endpoint = findEndpoint(row);
    return endpoint ? [{ row, endpoint, name: nameOf(endpoint) }] : [];
  });

  for (const { row, endpoint, name } of existing) {
    test.each(ACTORS)(`${name}: %s`, async (actor) => {
      const caller = await buildCaller(app.deps, actor);
      const isOwner = isOwnTarget(row) || standsForOwner.includes(actor);
      const subject = isOwner ? caller : await buildCaller(app.deps, 'owner');
      const target = await buildTarget(app.deps, endpoint, subject);
      const reply = await app.call(endpoint, target.input, { token: caller.token, file: target.file });
      expect({ status: reply.status, code: reply.body?.code }).toMatchObject({ status: row[actor] });
      expect(reply.headers.get('www-authenticate')).toBe(reply.status === 401 ? 'Bearer' : null);
    });
  }

  test('the strict check of replies rejects a field that no schema lists', async () => {
    const { findReplyFault } = await import('../server/testing/strict-reply.ts');
    const login = endpoints.find((endpoint) => endpoint.path === '/login') as Endpoint;
    expect(findReplyFault(login, 200, { token: 'x' })).toBeNull();
    expect(findReplyFault(login, 200, { token: 'x', password_hash: 'y' })).toMatch(/more than its schema/);
    expect(findReplyFault(login, 400, { code: 'a.b', message: 'm', stack: 's' })).toMatch(/must be/);
  });
});

describe('refusals', () => {
  /** The names that a file gives to its refusals. */
  const listRefusals = (path: string) =>
    [...readFileSync(`${FEATURES}${path}`, 'utf8').matchAll(/^export const (\w+) = refusal/gm)].map(
      ([, name = '']) => name,
    );
  const paths = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.includes('.test.') && listRefusals(path).length > 0,
  );

  /** Prefixes that are part of the API and older than their file's name. */
  const PREFIXES: Record<string, string> = {
    upload: 'files',
    review: 'files',
    'upload-limit': 'uploads',
  };
  const prefixOf = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
    return PREFIXES[name] ?? name;
  };

  test('every code is a unique `<domain>.<snake_case>` of its own file and has a sentence', async () => {
    const codes: string[] = [];
    for (const path of paths) {
      const members = (await import(/* @vite-ignore */ `${FEATURES}${path}`)) as Record<
        string,
        (values: object) => unknown
      >;
      for (const name of listRefusals(path)) {
        // Values for the sentences that have placeholders; the others ignore them.
        const made = members[name]?.({
          price: 1,
          balance: '1.00',
          codes: ['P0420'],
          reason: 'The table is not found.',
        });
        expect(made).toBeInstanceOf(Refusal);
        const { code, message } = made as Refusal;
        expect(code).toMatch(new RegExp(`^${prefixOf(path)}\\.[a-z]+(_[a-z]+)*$`));
        expect(message).toMatch(/^[A-Z].+[^ ]$/);
        codes.push(code);
      }
    }
    expect(codes.length).toBeGreaterThan(90);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });
});
