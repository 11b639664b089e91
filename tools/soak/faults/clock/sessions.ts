import { buildSignedIn, buildUser } from '../../../../features/accounts/server/accounts.factory.ts';
import { openSession } from '../../../../features/accounts/server/sessions.ts';
import { depsOf } from '../../soak-deps.ts';
import type { SoakPortal } from '../../soak-portal.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

const ask = async (portal: SoakPortal, token: string, path = '/users/my', method = 'GET') =>
  (await fetch(`${portal.url}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;

/** Returns the token of a session that was opened this long ago; a session lasts a week. */
async function openedAgo(portal: SoakPortal, ms: number): Promise<string> {
  const deps = await depsOf(portal);
  const clock = { now: () => new Date(Date.now() - ms) };
  return openSession({ ...deps, clock }, await buildUser(deps));
}

/**
 * Creates sessions that are open, ended by their user, and expired by the true time; returns a function that lists what
 * is wrong with them now.
 */
export async function openSessions(portal: SoakPortal) {
  const open = await openedAgo(portal, WEEK_MS - 60 * MINUTE_MS);
  const { token: ended } = await buildSignedIn(await depsOf(portal));
  await ask(portal, ended);
  const logout = await ask(portal, ended, '/auth/logout', 'POST');
  return async (): Promise<string[]> => {
    // A new one each time, because the housekeeping removes its row.
    const expired = await openedAgo(portal, WEEK_MS + 5 * MINUTE_MS);
    const [ofOpen, ofEnded, ofExpired] = [
      await ask(portal, open),
      await ask(portal, ended),
      await ask(portal, expired),
    ];
    return [
      ...(logout === 200 ? [] : [`a log-out was replied to with ${logout}`]),
      ...(ofOpen === 200 ? [] : [`a session that lasts for another hour was replied to with ${ofOpen}`]),
      ...(ofEnded === 403 ? [] : [`a session that was ended was replied to with ${ofEnded}`]),
      ...(ofExpired === 403 ? [] : [`a session that has expired was replied to with ${ofExpired}`]),
    ];
  };
}
