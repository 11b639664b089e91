import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../contract/session.ts';
import { forgetDrafts } from './draft-storage.ts';
import { forgetReplies } from './reply-cache.ts';
import { isBrowser } from './hydrated.ts';
import { can, type Capability, isLeftOut, ROLES } from '../../contract/capabilities.ts';

export interface Session {
  token: string;
  user: SessionUser;
}

/** Local storage keys as the specification names them (X-STO-01, X-STO-02). */
const TOKEN = 'token';
const USER = 'user';
const ENDED = 'session-ended';

/** Where they are: in the tab alone while staff see the portal as a customer there, beside their own session. */
let place: Storage;

const listeners = new Set<() => void>();

function restore(): Session | null {
  try {
    place = sessionStorage.getItem(TOKEN) ? sessionStorage : localStorage;
    const token = place.getItem(TOKEN);
    const user = toSessionUser(JSON.parse(place.getItem(USER) ?? 'null'));
    if (token !== null && user !== null) return { token, user };
  } catch {
    // Falls through: unreadable data is discarded.
  }
  clearStored();
  return null;
}

/** In a browser without storage, the session lasts for this page only, and there are no other tabs of it. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // See above.
  }
}

const clearStored = (): void =>
  quietly(() => {
    place.removeItem(TOKEN);
    place.removeItem(USER);
    place = localStorage;
  });

let current: Session | null = restore();

/** Returns what a token or the storage holds if it is a user; one from before there were staff roles has none. */
function toSessionUser(value: unknown): SessionUser | null {
  if (typeof value !== 'object' || value === null) return null;
  const user = value as SessionUser;
  const texts = ['email', 'username', 'phone', 'country'] as const;
  const isUser =
    typeof user.id === 'number' &&
    texts.every((field) => typeof user[field] === 'string') &&
    ROLES.some((role) => role === user.role);
  return isUser ? { ...user, staff_capabilities: user.staff_capabilities ?? null } : null;
}

function change(next: Session | null): void {
  forgetReplies();
  current = next;
  for (const listener of listeners) listener();
}

/** Who is signed in: a colleague has the id of the customer. 0: nobody. */
export const getPersonId = (session: Session | null): number => session?.user.colleague_id ?? session?.user.id ?? 0;

/** Calls `changed` when another user takes over this browser, with what the pages show of the one before still there. */
export function onOtherUser(changed: () => void): void {
  let last = getPersonId(current);
  listeners.add(() => {
    const next = getPersonId(current);
    if (last !== 0 && next !== 0 && next !== last) changed();
    last = next || last;
  });
}

export const getSession = (): Session | null => current;

export function useSession(): Session | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    // Pages are prerendered for visitors without a session.
    () => null,
  );
}

/** Whether the signed-in user has this capability. */
export const useCan = (capability: Capability): boolean => can(useSession()?.user, capability);

/** Whether the staff role of the signed-in user leaves out what their role has; never for customers. */
export function useIsLeftOut(capability: Capability): boolean {
  const user = useSession()?.user;
  return user !== undefined && isLeftOut(user, capability);
}

/** Reads the user from the token's `sub` claim; null if the token is not one of ours. */
export function readToken(token: string): SessionUser | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub: string };
    return toSessionUser(JSON.parse(sub));
  } catch {
    return null;
  }
}

/** Starts a session in this browser; false when the token is unreadable. */
export function startSession(token: string): boolean {
  const user = readToken(token);
  if (user === null) return false;
  // Whoever signs in where staff saw a customer's portal is signed in to this browser.
  if (place !== localStorage) clearStored();
  store(place, token, user);
  sessionStorage.removeItem(ENDED);
  forgetDrafts({ exceptUserId: getPersonId({ token, user }) });
  change({ token, user });
  return true;
}

const store = (where: Storage, token: string, user: SessionUser | null): void =>
  quietly(() => {
    where.setItem(TOKEN, token);
    where.setItem(USER, JSON.stringify(user));
  });

/**
 * Opens a tab that has this session alone, beside the one of this browser. It begins with a copy of the storage of this
 * tab, which then forgets it. False: the browser did not open it.
 */
export function openTabWithSession(token: string, path: string): boolean {
  store(sessionStorage, token, readToken(token));
  try {
    return window.open(path, '_blank') !== null;
  } finally {
    forgetTabSession();
  }
}

/** Leaves the session of this tab alone; a page that is loaded afterwards has the one of this browser. */
export const forgetTabSession = (): void =>
  quietly(() => {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(USER);
  });

/** Set while the token is being replaced, for all tabs: a call with the old one may be refused in between. */
const RENEWAL = 'token-renewal';
/** A renewal that was interrupted, such as by a closed tab, counts no longer than this. */
const RENEWAL_TIMEOUT_MS = 30_000;

/** Runs a call that ends this session and returns the token of the next one. */
export async function runDuringRenewal<Result>(work: () => Promise<Result>): Promise<Result> {
  noteRenewal(Date.now());
  try {
    return await work();
  } finally {
    noteRenewal(0);
  }
}

const noteRenewal = (at: number): void => quietly(() => localStorage.setItem(RENEWAL, String(at)));

/** Whether this tab or another one is replacing the token right now. */
export function isTokenBeingReplaced(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(RENEWAL)) < RENEWAL_TIMEOUT_MS;
  } catch {
    return false;
  }
}

/** Updates the session after users have changed their own profile; false when the reply is no user. */
export function updateSessionUser(value: unknown): boolean {
  const user = toSessionUser(value);
  if (user === null) return false;
  if (current === null) return true;
  store(place, current.token, user);
  change({ token: current.token, user });
  return true;
}

/** Deletes the session. `isEnded` lets the login page show that the server ended it, not the user. */
export function forgetSession({ isEnded }: { isEnded: boolean }): void {
  clearStored();
  if (isEnded) sessionStorage.setItem(ENDED, '1');
  // Users whom the server logged out find their drafts again after the next login.
  else forgetDrafts();
  change(null);
}

/** Whether the server ended the last session of this tab (G-06). */
export const wasSessionEnded = (): boolean => sessionStorage.getItem(ENDED) === '1';

/** Follows a login or logout in another tab. */
function follow(event: StorageEvent): void {
  if (event.key !== TOKEN && event.key !== USER && event.key !== null) return;
  const session = restoreQuietly();
  forgetDrafts(session === null ? {} : { exceptUserId: getPersonId(session) });
  change(session);
}

if (isBrowser) window.addEventListener('storage', follow);

function restoreQuietly(): Session | null {
  const token = place.getItem(TOKEN);
  const user = token === null ? null : readToken(token);
  return token !== null && user !== null ? { token, user } : null;
}
