import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, Overload, runWithCaller } from '../database/callers.ts';
import type { Actor } from './call.ts';
import { findToken, readPeerNetwork } from './client.ts';

/** Connections to the database that one user may use at once, in all windows and programs together. */
const CONNECTIONS = { CUSTOMER: 2, ADMIN: 6 };
/** Connections for all callers of one network who are not logged in, together. */
const CONNECTIONS_PER_NETWORK = 4;

/** Finds the user of a token; null when it is not one of ours. */
type ReadUser = (token: string) => Promise<Pick<Actor, 'id' | 'role'> | null>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Makes the caller of each call known to the database, which gives each caller a few connections at once, so that no
 * caller takes them all (server/database/callers.ts). A caller who uses more than their share of the thread waits
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

/** How much of each second of the thread that serves all calls one caller may use in the long run. */
const SHARE_MS_PER_SECOND = 50;
/** How much a caller who was quiet may use at once: a page with everything it loads takes a few milliseconds. */
const SAVED_MS = 1000;
/** Number of calls that may wait for their caller's share; many more than a browser makes at once. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 30_000;
/** Cost of a call besides writing its reply, which is measured. */
const USUAL_CALL_MS = 0.3;
/** Reading the rows and sending the bytes take about as long as writing the reply. */
const REPLY_FACTOR = 2;
/** Number of callers remembered; beyond it, those who have their whole share again are forgotten. */
const MAX_REMEMBERED = 10_000;

interface Share {
  leftMs: number;
  /** When `leftMs` was determined. */
  at: number;
  waiting: { go: () => void; since: number; giveUp: (error: Overload) => void }[];
  timer: NodeJS.Timeout | null;
}

export interface Pacing {
  /** Resolves when the caller may use the thread again: at once if they have used little of it. */
  takeTurn(caller: Pick<Caller, 'name'>): Promise<void>;
  /** Charges a caller with what was used for them. */
  charge(caller: Pick<Caller, 'name'>, replyMs: number): void;
}

/**
 * Shares out the one thread that serves all calls: a user who takes more than a twentieth of it for long has to wait
 * with the next calls, so that sixty polls of one customer cost the others no more than that. `now` is in milliseconds.
 */
export function openPacing(now: () => number = () => performance.now()): Pacing {
  const shares = new Map<string, Share>();

  function findShare({ name }: Pick<Caller, 'name'>): Share {
    const share = shares.get(name) ?? { leftMs: SAVED_MS, at: now(), waiting: [], timer: null };
    if (!shares.has(name) && shares.size >= MAX_REMEMBERED) forgetRested(shares, now());
    shares.set(name, share);
    refill(share, now());
    return share;
  }

  function serve(share: Share): void {
    share.timer = null;
    refill(share, now());
    while (share.waiting[0] !== undefined && now() - share.waiting[0].since > MAX_WAIT_MS)
      share.waiting.shift()?.giveUp(new Overload('crowded', 'the share of the caller is used up'));
    while (share.leftMs > 0 && share.waiting.length > 0) {
      share.leftMs -= USUAL_CALL_MS;
      share.waiting.shift()?.go();
    }
    if (share.waiting.length > 0) wakeLater(share);
  }

  function wakeLater(share: Share): void {
    const untilMs = (Math.max(0, -share.leftMs) / SHARE_MS_PER_SECOND) * 1000 + 1;
    share.timer ??= setTimeout(() => serve(share), Math.min(untilMs, 1000));
  }

  return {
    takeTurn(caller) {
      const share = findShare(caller);
      if (share.leftMs > 0 && share.waiting.length === 0) {
        share.leftMs -= USUAL_CALL_MS;
        return Promise.resolve();
      }
      if (share.waiting.length >= MAX_WAITING) {
        return Promise.reject(new Overload('crowded', 'too many calls of one caller wait for their share'));
      }
      return new Promise((go, giveUp) => {
        share.waiting.push({ go, giveUp, since: now() });
        wakeLater(share);
      });
    },
    charge(caller, replyMs) {
      findShare(caller).leftMs -= replyMs * REPLY_FACTOR;
    },
  };
}

function refill(share: Share, now: number): void {
  share.leftMs = Math.min(SAVED_MS, share.leftMs + ((now - share.at) / 1000) * SHARE_MS_PER_SECOND);
  share.at = now;
}

function forgetRested(shares: Map<string, Share>, now: number): void {
  for (const [name, share] of shares) {
    refill(share, now);
    if (share.leftMs === SAVED_MS && share.waiting.length === 0) shares.delete(name);
  }
}
