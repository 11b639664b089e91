import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runWithCaller, type Caller } from '../database/callers.ts';
import type { Actor } from './call.ts';
import { readPeerNetwork } from './client.ts';
import { openPacing } from './pacing.ts';
import { findToken } from './token.ts';

/** Connections to the database that one user may use at once, in all windows and programs together. */
const CONNECTIONS = { CUSTOMER: 2, ADMIN: 6 };
/** Connections for all callers of one network who are not logged in, together. */
const CONNECTIONS_PER_NETWORK = 4;

/** Finds the user of a token; null when it is not one of ours. */
type ReadUser = (token: string) => Promise<Pick<Actor, 'id' | 'role'> | null>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Makes the caller of each call known to the database, which gives each caller a few connections at once, so that no
 * caller takes them all (server/database/limited-pool.ts). A caller who uses more than their share of the thread waits
 * before each call. `without` are routes that have limits of their own.
 */
export function divideResources(app: FastifyInstance, readUser: ReadUser, without: ReadonlySet<string> = NONE): void {
  const pacing = openPacing();
  // After the body has been read: the events of its stream belong to the connection and not to the call.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.url.startsWith('/api/') || without.has(request.routeOptions.url ?? '')) return done();
    const takeTurn = async () => {
      const caller: Caller = {
        ...(await findCaller(request, readUser)),
        charge: (ms: number) => pacing.charge(caller, ms),
      };
      await pacing.takeTurn(caller);
      return caller;
    };
    takeTurn().then((caller) => runWithCaller(caller, done), done);
  });
}

async function findCaller(request: FastifyRequest, readUser: ReadUser): Promise<Pick<Caller, 'name' | 'connections'>> {
  const token = findToken(request.headers.authorization);
  const user = token === null ? null : await readUser(token);
  if (user !== null) return { name: `user ${user.id}`, connections: CONNECTIONS[user.role] };
  return { name: `network ${readPeerNetwork(request)}`, connections: CONNECTIONS_PER_NETWORK };
}
