import { expect, test } from 'vitest';
import { VEHICLE } from '../../files/files.factory.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import { register, requestPasswordReset, resendActivation } from '../../accounts/accounts.calls.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import { openTicket } from '../../tickets/tickets.calls.ts';
import { listAddresses, sendEmailsAsync } from '../emails.calls.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

test('an unconfirmed address gets the activation mail and nothing else, whatever is done with it', async () => {
  const [admin, other] = [await buildAdmin(app.deps), await buildCustomer(app.deps)];
  const email = 'victim@example.com';
  const person = {
    username: 'Ana',
    full_name: 'Ana',
    email,
    password: 'Copper-Lathe-88',
    phone: '+389 70 111 222',
    country: 'Germany',
  };
  const { token } = (await app.call(register, person)).body as { token: string };
  const solution_ids = [(await buildSolution(app.deps)).id];
  const file = { name: 'golf.bin', bytes: new Uint8Array(9) };
  const { body } = await app.call(createFile, { ...VEHICLE, solution_ids }, { token, file });
  const ticket = await app.call(
    openTicket,
    { fileId: body.file.id, message: 'From the support' },
    { token: admin.token },
  );
  expect(ticket.status).toBe(201);
  expect((await app.call(requestPasswordReset, { email })).status).toBe(200);
  app.clock.advance(61_000);
  expect((await app.call(requestPasswordReset, { email: email.toUpperCase() })).status).toBe(200);
  expect((await app.call(resendActivation, {}, { token })).status).toBe(200);
  const addresses = (await app.call(listAddresses, {}, admin)).body as string[];
  expect(addresses).toContain(other.email);
  expect(addresses).not.toContain(email);
  const mailing = { subject: 'News', body: '<p>News</p>', recipients: [other.email, email] };
  expect((await app.call(sendEmailsAsync, mailing, admin)).status).toBe(400);
  const mails = await app.db.selectFrom('mails').select('key').where('recipient', '=', email).execute();
  expect(mails.map(({ key }) => key.split(':')[0])).toEqual(['activate', 'activate']);
});
