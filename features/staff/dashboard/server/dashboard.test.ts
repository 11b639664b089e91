import { expect, test } from 'vitest';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import { buildAdmin, buildCustomer } from '../../../../server/testing/stories.ts';
import { getDashboard, getUserDashboard, type Dashboard } from '../dashboard.calls.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

openStage();

const idsOf = ({ files, tickets }: Dashboard) => ({
  files: files.map(({ id }) => id),
  tickets: tickets.map(({ id }) => id),
});

test('a customer’s dashboard has only their own data, also for staff', { tags: ['X-ROL-01'] }, async () => {
  const [admin, customer, other] = [
    await buildAdmin(app.deps),
    await buildCustomer(app.deps),
    await buildCustomer(app.deps),
  ];
  const own = await buildFile(app, { user_id: customer.id });
  const ticket = await buildTicket(app, { file_id: own.id });
  await buildFile(app, { user_id: customer.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  const strange = await buildFile(app, { user_id: other.id });
  await buildFile(app, { user_id: other.id, status: 'CANCELED', status_before_cancel: 'PENDING' });

  const ofCustomer = { files: [own.id], tickets: [ticket.id] };
  for (const reader of [customer, admin]) {
    const { body } = await app.call(getUserDashboard, { userId: customer.id }, reader);
    expect(idsOf(body)).toEqual(ofCustomer);
    expect(body).toMatchObject({ canceled: 1 });
  }
  const { body: all } = await app.call(getDashboard, {}, admin);
  expect(idsOf(all).files).toEqual(expect.arrayContaining([own.id, strange.id]));
  expect(all).toMatchObject({ canceled: 2 });
});
