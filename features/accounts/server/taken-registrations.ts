import { sql } from 'kysely';
import { computeSecondsUntil } from '../../../server/database/allowances.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';

const HOUR_MS = 3_600_000;

/** Registrations with a taken address per network and hour: enough for anyone who forgot that they have an account. */
const MAX_PER_HOUR = 10;
/** The same for everything that a proxy missing from TRUSTED_PROXIES claims to forward for, which may be made up. */
const MAX_PER_HOUR_OF_PROXY = 60;

const listLimits = ({ network, proxyNetwork }: Client): [network: string, most: number][] => [
  [network, MAX_PER_HOUR],
  ...(proxyNetwork === undefined ? [] : [[proxyNetwork, MAX_PER_HOUR_OF_PROXY] as [string, number]]),
];

/**
 * Rejects every registration from a network that has tried too many taken addresses, so that registering does not
 * reveal which addresses have an account.
 */
export async function limitTakenRegistrations({ db, clock }: Pick<Deps, 'db' | 'clock'>, client: Client) {
  for (const [network, most] of listLimits(client)) {
    const tried = await db
      .selectFrom('taken_registrations')
      .select('tried_at')
      .where('network', '=', network)
      .where('tried_at', '>', new Date(clock.now().getTime() - HOUR_MS) as unknown as string)
      .orderBy('tried_at', 'desc')
      .limit(most)
      .execute();
    const oldest = tried[most - 1];
    if (oldest === undefined) continue;
    const freeAt = new Date(oldest.tried_at).getTime() + HOUR_MS;
    throw tooManyCalls(computeSecondsUntil(freeAt, clock.now()), { reason: 'TAKEN_EMAIL_LIMIT' });
  }
}

export function countTakenRegistration({ db, clock }: Pick<Deps, 'db' | 'clock'>, client: Client) {
  const rows = listLimits(client).map(([network]) => ({ network, tried_at: clock.now() }));
  return db.insertInto('taken_registrations').values(rows).execute();
}

/** Called every hour: deletes rows older than a day. */
export const removeOldTakenRegistrations = ({ db }: Pick<Deps, 'db'>) =>
  db
    .deleteFrom('taken_registrations')
    .where('tried_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();
