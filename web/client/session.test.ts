import { beforeEach, expect, test, vi } from 'vitest';
import { ADMINISTRATOR, CUSTOMER, tokenOf } from '../testing/render-screen.tsx';

/** Loads the module afresh, as a new page does. */
async function load() {
  vi.resetModules();
  return import('./session.ts');
}

beforeEach(() => localStorage.clear());

test('a stored token and user restore the session', { tags: ['X-SES-03', 'X-STO-01', 'X-STO-02'] }, async () => {
  localStorage.setItem('token', tokenOf(CUSTOMER));
  localStorage.setItem('user', JSON.stringify(CUSTOMER));
  const { getSession } = await load();
  expect(getSession()).toEqual({ token: tokenOf(CUSTOMER), user: CUSTOMER });
});

test.each([
  ['no JSON', '{"id":7,'],
  ['no user', '[]'],
  ['a role that does not exist', JSON.stringify({ ...CUSTOMER, role: 'ROOT' })],
])('a stored user that is %s clears both', { tags: ['X-SES-03'] }, async (_what, stored) => {
  localStorage.setItem('token', tokenOf(CUSTOMER));
  localStorage.setItem('user', stored);
  expect(localStorage.getItem('token')).toBe(tokenOf(CUSTOMER));
  const { getSession } = await load();
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('a login stores the token and its user, in any alphabet', { tags: ['X-SES-01', 'X-STO-02'] }, async () => {
  const { startSession, getSession } = await load();
  const ana = { ...CUSTOMER, username: 'Ана Ω 🚗' };
  expect(startSession(tokenOf(ana))).toBe(true);
  expect(getSession()?.user).toEqual(ana);
  expect(localStorage.getItem('token')).toBe(tokenOf(ana));
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ana);
});

test.each(['', 'a.b.c', 'e30.e30.x'])('an unreadable token starts no session: %s', async (token) => {
  const { startSession, getSession } = await load();
  expect(startSession(token)).toBe(false);
  expect(getSession()).toBeNull();
});

test('logging out in another tab logs this one out too', async () => {
  const { startSession, getSession } = await load();
  startSession(tokenOf(CUSTOMER));
  expect(getSession()?.user).toEqual(CUSTOMER);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(getSession()).toBeNull();
});

test.each([
  ['accepted, to be done later', { message: 'Accepted' }],
  ['nothing', null],
  ['a user without a name', { ...CUSTOMER, username: undefined }],
  ['a user without an address', { ...CUSTOMER, email: null }],
])('a reply that is no user is not stored as one: %s', async (_what, reply) => {
  const { startSession, updateSessionUser, getSession } = await load();
  startSession(tokenOf(CUSTOMER));
  expect(updateSessionUser(reply)).toBe(false);
  expect(getSession()?.user).toEqual(CUSTOMER);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(CUSTOMER);
});

test('a view of staff is the session of its tab alone, until it ends', async () => {
  const view = tokenOf({ ...CUSTOMER, view_only: true });
  localStorage.setItem('token', tokenOf(ADMINISTRATOR));
  localStorage.setItem('user', JSON.stringify(ADMINISTRATOR));
  sessionStorage.setItem('token', view);
  sessionStorage.setItem('user', JSON.stringify({ ...CUSTOMER, view_only: true }));
  const { getSession, forgetSession } = await load();
  expect(getSession()).toEqual({ token: view, user: { ...CUSTOMER, view_only: true } });
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(getSession()?.token).toBe(view);
  forgetSession({ isEnded: true });
  expect(localStorage.getItem('token')).toBe(tokenOf(ADMINISTRATOR));
  expect(sessionStorage.getItem('token')).toBeNull();
  expect((await load()).getSession()?.token).toBe(tokenOf(ADMINISTRATOR));
});

test('what is stored in a tab of a view leaves the session of this browser alone; signing in there ends the view', async () => {
  const view = { ...CUSTOMER, view_only: true };
  localStorage.setItem('token', tokenOf(ADMINISTRATOR));
  localStorage.setItem('user', JSON.stringify(ADMINISTRATOR));
  sessionStorage.setItem('token', tokenOf(view));
  sessionStorage.setItem('user', JSON.stringify(view));
  const { updateSessionUser, startSession } = await load();
  updateSessionUser({ ...view, username: 'Ana Maria' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ADMINISTRATOR);
  expect(JSON.parse(sessionStorage.getItem('user') ?? '')).toMatchObject({ username: 'Ana Maria' });
  startSession(tokenOf(CUSTOMER));
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([tokenOf(CUSTOMER), null]);
});

test('what a customer typed is not left to a colleague who signs in after them in the same tab', async () => {
  const { startSession } = await load();
  const { keepDraft, readDraft } = await import('./drafts.ts');
  startSession(tokenOf(CUSTOMER));
  keepDraft('message', 'Which injectors are fitted?');
  expect(readDraft('message')).toBe('Which injectors are fitted?');
  startSession(tokenOf({ ...CUSTOMER, username: 'Elena', colleague_id: 99 }));
  expect(readDraft('message')).toBe('');
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});
