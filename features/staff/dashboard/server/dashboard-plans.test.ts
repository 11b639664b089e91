import { sql, type CompiledQuery } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { toOwner } from '../../../../contract/capabilities.ts';
import { selectOpenFiles } from '../../../files/server/file-rows.ts';
import { selectOpenTickets } from '../../../tickets/server/tickets.queries.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { listIndexes } from '../../../../server/testing/query-plan.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';

openStage();

/** Open files with tickets, a third of them of one customer; finished ones are newer. */
const OPEN = 6000;
const DONE = 4000;

let customer: { id: number };
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  const { user_id } = await buildFile(app);
  await sql`
    insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                       petrol_type, generation, solution, solution_ids, price_cents, status, status_before_cancel)
    select case when n % 3 = 0 then ${customer.id}::bigint else ${user_id} end, 'golf.bin', 'made ' || n, 1, '', 'Car',
           'Audi', 'Bosch', 'EDC16', 'DIESEL', '2007', 'Stage 1', '{}', 6000,
           case when n <= ${OPEN} then 'PENDING' else 'CANCELED' end, 'PENDING'
      from generate_series(1, ${OPEN + DONE}) n order by n`.execute(app.ownerDb);
  await sql`
    insert into tickets (file_id, user_id, subject, status, closing_date)
    select id, user_id, 'Which one?', case when status = 'PENDING' then 'OPEN' else 'CLOSED' end,
           case when status = 'PENDING' then null else now() end
      from files order by id`.execute(app.ownerDb);
  await sql`analyze files, tickets`.execute(app.ownerDb);
});

const listQueryIndexes = (query: { compile: () => CompiledQuery }) => listIndexes(app.ownerDb, query.compile());

test('the newest open rows of all customers are read from dedicated indexes', async () => {
  expect(await listQueryIndexes(selectOpenFiles(app.db, admin))).toContain('files_open');
  expect(await listQueryIndexes(selectOpenTickets(app.db, admin))).toContain('tickets_open');
});

test('those of one customer are read without scanning newer rows of others', async () => {
  const owner = toOwner(customer);
  expect(await listQueryIndexes(selectOpenFiles(app.db, owner))).toContain('files_open_of_user');
  expect(await listQueryIndexes(selectOpenTickets(app.db, owner))).toContain('tickets_of_user_and_status');
});
