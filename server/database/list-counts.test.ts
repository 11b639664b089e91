import { expect, test } from 'vitest';
import { FILE_STATUSES, PRICE_STATUSES } from '../../features/files/file-fields.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildCustomer, buildPaidFile } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';
import { countRows, type CountedList } from './list-counts.ts';

openStage();

test('rows are counted up to a number, and what adds up from more than that is said to be more', async () => {
  const customer = await buildCustomer(app.deps);
  for (let made = 0; made < 3; made += 1) await buildFile(app, { user_id: customer.id });
  await buildFile(app, { user_id: customer.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  await buildPaidFile(app.deps, { user_id: customer.id });
  const list: CountedList = { table: 'files', facets: { status: FILE_STATUSES, price_status: PRICE_STATUSES } };
  const exact = {
    all: 5,
    counts: { status: { PENDING: 3, PROCESSED: 1, CANCELED: 1 }, price_status: { UNPAID: 4, PAID: 1 } },
    capped: [],
  };
  expect(await countRows(app.db, list)).toEqual(exact);
  expect(await countRows(app.db, list, null)).toEqual(exact);
  expect(await countRows(app.db, list, 3)).toEqual(exact);
  expect(await countRows(app.db, list, 2)).toEqual({
    all: 2,
    counts: { status: { PENDING: 2, PROCESSED: 1, CANCELED: 1 }, price_status: { UNPAID: 2, PAID: 1 } },
    capped: ['all', 'status.PENDING', 'price_status.UNPAID'],
  });
});
