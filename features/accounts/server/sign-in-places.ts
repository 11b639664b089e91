import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';

/** Where a password attempt comes from. */
export interface Origin {
  client: Client;
  /** `device …`, `session …` or a network. */
  place: string;
  /** Whether the account has signed in at this place before. */
  isKnown: boolean;
}

/** Number of places remembered for a user, the most recently used ones. */
const MAX_PLACES = 20;

/** A place is forgotten when it was not used for this many days. */
const FORGET_AFTER_DAYS = 180;

/** The device as it is stored, hashed so that a reader of the table cannot impersonate it. */
const deviceOf = (device: string) => `device ${createHash('sha256').update(device).digest('base64url')}`;

/**
 * Returns where a visitor who is not signed in comes from. A known device takes precedence over its network; a shared
 * address identifies no one.
 */
export async function findOrigin(
  { db }: Pick<Deps, 'db'>,
  userId: number | undefined,
  { client, device }: { client: Client; device: string | undefined },
): Promise<Origin> {
  const candidates = listPlaces(client, device);
  const known =
    userId === undefined
      ? []
      : await db
          .selectFrom('sign_in_places')
          .select('place')
          .where('user_id', '=', userId)
          .where('place', 'in', candidates.length > 0 ? candidates : [''])
          .execute();
  const place = candidates.find((candidate) => known.some((row) => row.place === candidate));
  return { client, place: place ?? client.network, isKnown: place !== undefined };
}

const listPlaces = (client: Client, device: string | undefined): string[] => [
  ...(device === undefined ? [] : [deviceOf(device)]),
  ...(client.isShared ? [] : [client.network]),
];

/** A signed-in user is at a known place, because the session could only be opened by signing in. */
export const originOfSession = (actor: Pick<Actor, 'sessionId'>, client: Client): Origin => ({
  client,
  place: `session ${actor.sessionId}`,
  isKnown: true,
});

/**
 * Whether a sign-in comes from a device that the account has not used: its owner is told. A program without a device is
 * known by its network. The first sign-in of all is nothing to be told about.
 */
export async function isNewPlace(
  db: Database,
  userId: number,
  { client, device }: { client: Client; device: string | undefined },
): Promise<boolean> {
  const place = device === undefined ? client.network : deviceOf(device);
  const { places, known } = await db
    .selectFrom('sign_in_places')
    .select(sql<number>`count(*)::integer`.as('places'))
    .select(sql<number>`count(*) filter (where place = ${place})::integer`.as('known'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return places > 0 && known === 0;
}

/** Called after a sign-in, and after a password was set through a link that was mailed to the owner. */
export async function rememberPlaces(
  { db, clock }: { db: Database; clock: Deps['clock'] },
  userId: number,
  { client, device }: { client: Client; device: string | undefined },
): Promise<void> {
  const last_used_at = clock.now();
  const places = listPlaces(client, device).map((place) => ({ user_id: userId, place, last_used_at }));
  if (places.length === 0) return;
  await db
    .insertInto('sign_in_places')
    .values(places)
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last_used_at }))
    .execute();
  await db
    .deleteFrom('sign_in_places')
    .where('user_id', '=', userId)
    .where('place', 'not in', (latest) =>
      latest
        .selectFrom('sign_in_places')
        .select('place')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('place')
        .limit(MAX_PLACES),
    )
    .execute();
}

/** Called every hour: deletes places that have not been used for long. */
export const removeOldPlaces = ({ db }: Pick<Deps, 'db'>) =>
  db
    .deleteFrom('sign_in_places')
    .where('last_used_at', '<', sql<string>`now() - make_interval(days => ${FORGET_AFTER_DAYS})`)
    .execute();

/** The first match counts: Edge and Opera also call themselves Chrome, and Chrome also calls itself Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Android also calls itself Linux, and iPhones also call themselves macOS. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * "Firefox, Windows": the name by which a person recognises a device. Null for programs and for unknown user agents.
 */
export function nameBrowser(userAgent: string | undefined): string | null {
  const parts = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? []);
  return parts.join(', ') || null;
}
