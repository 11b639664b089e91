import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { rawCall } from '../../../server/testing/raw-call.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { notifyUsers } from '../../messaging/notifications.calls.ts';
import { restoreFromBin } from '../../staff/restore/restore.calls.ts';
import { dismissFirstSteps, getNeedsYou } from '../../staff/dashboard/dashboard.calls.ts';
import * as accounts from '../accounts.calls.ts';
import { MAX_COLLEAGUES } from '../colleague-forms.ts';
import { buildSignedIn, buildUser } from './accounts.factory.ts';

openStage();

const buildCompany = async () => {
  const customer = await buildCustomer(app.deps);
  return { customer, colleague: await buildSignedIn(app.deps, { company_id: customer.id }) };
};

test('a colleague is not restored beyond the limit', async () => {
  const { customer, colleague } = await buildCompany();
  await app.db
    .updateTable('users')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', colleague.id)
    .execute();
  const restore = async () => {
    const { status, body } = await app.call(restoreFromBin, { kind: 'USER', id: colleague.id }, admin);
    return status === 200 ? 200 : (body as { code?: string }).code;
  };
  const others = [];
  for (let at = 0; at < MAX_COLLEAGUES; at += 1) others.push(await buildUser(app.deps, { company_id: customer.id }));
  expect(await restore()).toBe('colleagues.most');
  await app.db
    .updateTable('users')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', others[0]!.id)
    .execute();
  expect(await restore()).toBe(200);
});

describe('a customer and a colleague', () => {
  test('both read a notification that staff send to the colleague, which is one', async () => {
    const { customer, colleague } = await buildCompany();
    const send = (user_ids: number[]) =>
      app.call(notifyUsers, { user_ids, message: 'We are closed on Monday.' }, admin);
    expect((await send([colleague.id, customer.id])).status).toBe(200);
    expect((await send([colleague.id])).status).toBe(200);
    for (const { token } of [customer, colleague]) {
      const { body } = await app.call(accounts.getMyUser, {}, { token });
      expect((body as { notifications: unknown[] }).notifications).toHaveLength(2);
    }
  });

  test('have different first steps: a colleague has none, and cannot dismiss those of the customer', async () => {
    const { customer, colleague } = await buildCompany();
    const readFirstSteps = async (token: string) =>
      ((await app.call(getNeedsYou, {}, { token })).body as { first_steps: unknown }).first_steps;
    expect(await readFirstSteps(colleague.token)).toBeNull();
    const { status, body } = await app.call(dismissFirstSteps, {}, { token: colleague.token });
    expect([status, (body as { code?: string }).code]).toEqual([400, 'colleagues.not_allowed']);
    expect(await readFirstSteps(customer.token)).not.toBeNull();
  });

  test('each download in their own language', async () => {
    const { customer, colleague } = await buildCompany();
    await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', colleague.id).execute();
    const path = `/api/credits-ledger/${customer.id}/statement/csv?from=2026-01-01&to=2026-12-31`;
    const read = async ({ token }: { token: string }) => (await rawCall(app.url, { method: 'GET', path, token })).text;
    expect(await read(customer)).toContain('Balance');
    expect(await read(colleague)).toContain('Guthaben');
  });
});
