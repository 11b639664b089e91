// Customers who upload one file after the other, whatever happens to the portal meanwhile.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSignedIn } from '../../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../../features/catalogue/server/catalogue.factory.ts';
import { VEHICLE } from '../../../features/files/files.factory.ts';
import { send } from '../send-call.ts';
import { openDeps } from '../soak-deps.ts';
import type { SoakPortal } from '../soak-portal.ts';

export interface World {
  tokens: string[];
  solutionId: number;
}

/** Files whose upload got a 201: id of the row and SHA-256 of the bytes sent. */
export type Acknowledged = Map<number, string>;

/** Number of replies by status; 0: the connection broke. */
export type Statuses = Map<number, number>;

export const count = (statuses: Statuses, status: number): void =>
  void statuses.set(status, (statuses.get(status) ?? 0) + 1);

const MAX_BYTES = 1_000_000;
const PAUSE_AFTER_FAILURE_MS = 20;

/** Settings that allow this many uploads, so that limits are not mistaken for faults. */
export const NO_LIMITS = { UPLOAD_LIMITS: 'files=0,megabytes=0,at_once=100' };

export async function buildUploaders(portal: SoakPortal, customers: number): Promise<World> {
  const deps = await openDeps(portal);
  const people = await Promise.all(Array.from({ length: customers }, () => buildSignedIn(deps)));
  const { id } = await buildSolution(deps);
  return { tokens: people.map(({ token }) => token), solutionId: id };
}

export interface Uploading {
  portal: SoakPortal;
  world: World;
  acknowledged: Acknowledged;
  statuses: Statuses;
  /** Codes of the replies that refused an upload. */
  refusals: Set<string>;
}

export const startUploading = (portal: SoakPortal, world: World): Uploading => ({
  portal,
  world,
  acknowledged: new Map(),
  statuses: new Map(),
  refusals: new Set(),
});

/** Uploads a file; returns the status, or 0 when no complete reply came. */
export async function uploadOne(uploading: Uploading, token: string): Promise<number> {
  const { portal, world, acknowledged, statuses, refusals } = uploading;
  const bytes = randomBytes(Math.ceil(Math.random() * MAX_BYTES));
  const { status, body } = await send(portal.url, {
    method: 'POST',
    path: '/files',
    token,
    body: { ...VEHICLE, solution_ids: [world.solutionId] },
    file: { name: 'soak.bin', bytes },
  });
  if (status === 201) acknowledged.set(body.file.id, createHash('sha256').update(bytes).digest('hex'));
  else if (status !== 0) refusals.add(body.code);
  count(statuses, status);
  return status;
}

/** Lets each customer upload one file after the other, until `isOver`. */
export async function uploadUntil(uploading: Uploading, isOver: () => boolean): Promise<void> {
  const upload = async (token: string) => {
    while (!isOver()) if ((await uploadOne(uploading, token)) !== 201) await sleep(PAUSE_AFTER_FAILURE_MS);
  };
  await Promise.all(uploading.world.tokens.map(upload));
}
