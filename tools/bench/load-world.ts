// Customers for a portal under load, each with a session and a file.
import { sql } from 'kysely';
import { openSession } from '../../features/accounts/server/sessions.ts';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { connect } from '../../server/database/connect.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import type { Customer } from './load-customers.ts';
import { composeDeps } from '../../server/testing/compose-deps.ts';

export interface World {
  customers: Customer[];
  solutionId: number;
}

interface Place {
  databaseUrl: string;
  dataDir: string;
  sessionSecret: string;
}

const SESSIONS_AT_ONCE = 8;

/** Creates customers and files, all copies of the first ones. */
export async function fillWorld({ databaseUrl, dataDir, sessionSecret }: Place, count: number): Promise<World> {
  const connection = connect(databaseUrl, SESSIONS_AT_ONCE);
  const { db } = connection;
  const storage = await openFileStorage(`${dataDir}/files`);
  const deps = composeDeps({ db, dataDir, storage, sessionSecret });
  const first = await buildUser(deps);
  const file = await buildFile(deps, { user_id: first.id });
  await sql`
    insert into users (username, full_name, email, phone, country, verified)
    select 'customer' || n, 'Customer ' || n, 'customer' || n || '@example.com', phone, country, true
      from users, generate_series(2, ${count}::int) n where id = ${first.id}`.execute(db);
  await sql`
    insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                       petrol_type, generation, solution, solution_ids, price_cents)
    select u.id, f.file_name, 'load ' || u.id, f.file_size_bytes, f.file_sha256, f.vehicle, f.brand, f.model, f.ecu,
           f.petrol_type, f.generation, f.solution, f.solution_ids, f.price_cents
      from files f, users u where f.id = ${file.id} and u.role = 'CUSTOMER' and u.id <> ${first.id}`.execute(db);
  // There are no bytes to identify.
  await sql`delete from file_identifications`.execute(db);
  await sql`delete from file_fingerprints`.execute(db);
  await sql`analyze`.execute(db);
  const rows = await db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.phone', 'users.country', 'users.role'])
    .select('files.id as fileId')
    .execute();
  const customers: Customer[] = [];
  const left = rows.values();
  const signIn = async () => {
    for (const { fileId, ...user } of left)
      customers.push({ fileId, token: await openSession(deps, { ...user, staff_capabilities: null }) });
  };
  await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, signIn));
  const solution = await buildSolution(deps);
  await connection.close();
  return { customers, solutionId: solution.id };
}
