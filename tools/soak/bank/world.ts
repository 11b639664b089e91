import { sql } from 'kysely';
import { buildSignedIn } from '../../../features/accounts/server/accounts.factory.ts';
import { buildCredits } from '../../../features/credits/server/credits.factory.ts';
import { buildAiSession, buildImage } from '../../../features/dtc-off/server/dtc-off.factory.ts';
import { openDeps } from '../soak-deps.ts';
import type { SoakPortal } from '../soak-portal.ts';

const CUSTOMERS = 24;
const ADMINISTRATORS = 2;
const OPENING_CREDITS = 300;

export interface Person {
  id: number;
  token: string;
}

/** A DTC OFF session that can be paid; `codes` are its codes that are on. */
export interface AiSession {
  id: number;
  owner: Person;
  file_name: string;
  ecu_id: string;
  codes: string[];
}

export interface World {
  customers: Person[];
  administrators: Person[];
  /** Range of file ids that are currently in use, from the first to before the last. */
  files: { from: number; to: number; ownerByFile: Map<number, Person> };
  sessions: AiSession[];
}

export async function buildWorld(portal: SoakPortal): Promise<World> {
  const deps = await openDeps(portal);
  const customers: Person[] = [];
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const customer = await buildSignedIn(deps);
    await buildCredits(deps, customer.id, OPENING_CREDITS);
    customers.push(customer);
  }
  const administrators: Person[] = [];
  for (let at = 0; at < ADMINISTRATORS; at += 1) administrators.push(await buildSignedIn(deps, { role: 'ADMIN' }));
  return { customers, administrators, files: { from: 0, to: 0, ownerByFile: new Map() }, sessions: [] };
}

/** Adds files already priced by an administrator; earlier files are no longer used. */
export async function addFiles(portal: SoakPortal, world: World, count: number): Promise<void> {
  const ids = world.customers.map(({ id }) => id);
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, mod_file_name, mod_file_key,
                       mod_file_size_bytes, mod_file_sha256, vehicle, brand, model, ecu, petrol_type, generation,
                       solution, solution_ids, price_cents, status, feasible)
    select (${ids}::bigint[])[1 + floor(random() * ${ids.length})::int], 'ori.bin', gen_random_uuid()::text, 4, 'a', 'mod.bin',
           gen_random_uuid()::text, 4, 'b', 'Car', 'Audi', 'Bosch', 'EDC17', 'DIESEL', '2011', 'Stage 1', '{}',
           (100 + floor(random() * 900))::bigint, 'PROCESSED', 'POSSIBLE'
      from generate_series(1, ${count}::int)
    returning id, user_id`.execute(portal.db);
  const owners = new Map(world.customers.map((customer) => [customer.id, customer]));
  world.files = {
    from: Math.min(...rows.map(({ id }) => id)),
    to: Math.max(...rows.map(({ id }) => id)) + 1,
    ownerByFile: new Map(rows.map(({ id, user_id }) => [id, owners.get(user_id) as Person])),
  };
}

/** Adds sessions of the DTC OFF page, each for a file that is not paid for. */
export async function addSessions(portal: SoakPortal, world: World, count: number): Promise<void> {
  const deps = await openDeps(portal);
  const bytes = buildImage();
  const made: AiSession[] = [];
  for (let at = 0; at < count; at += 1) {
    const owner = world.customers[(world.sessions.length + at) % world.customers.length] as Person;
    const { id, file_name, ecu_id, rows } = await buildAiSession(deps, { user_id: owner.id, bytes });
    const codes = rows.filter(({ status }) => status === 'ON').map(({ dtc }) => dtc);
    made.push({ id, owner, file_name, ecu_id, codes });
  }
  world.sessions = made;
}
