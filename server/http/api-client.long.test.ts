import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_PASSWORD } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { generateClient, type GeneratedClient } from '../testing/api-client/generate.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { multipart, rawCall } from '../testing/raw-call.ts';
import { buildAdmin, buildCustomer } from '../testing/stories.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';

let app: TestApp;
let client: GeneratedClient;
beforeAll(async () => {
  app = await startTestApp();
  client = await generateClient((await (await fetch(`${app.url}/api/openapi.json`)).json()) as object);
});
afterAll(async () => {
  await app.stop();
  await rm(client.folder, { recursive: true, force: true });
});

test('a client generated from the API description can register, log in, upload, price, pay and download', async () => {
  const { email } = await buildAdmin(app.deps);
  const outcome = await client.runMainJob(app.url, { email, password: BUILT_PASSWORD });
  expect(outcome).toMatchObject({
    uploaded: { username: 'nadia', status: 'PENDING', price_status: 'UNPAID' },
    paid: { price: 80, price_status: 'PAID', notes: 'Ready.' },
    balance: 0,
    downloaded: 'a modified image!',
    refusal: { status: 400, code: 'files.already_paid' },
  });
});

test('the JSON of a form may be a part with a JSON content type, as in OpenAPI', async () => {
  const { token } = await buildCustomer(app.deps);
  const { id } = await buildSolution(app.deps);
  const form = multipart([
    { name: 'jsonData', value: JSON.stringify({ ...VEHICLE, solution_ids: [id] }), type: 'application/json' },
    { name: 'file', value: 'an image', fileName: 'golf.bin' },
  ]);
  const reply = await rawCall(app.url, { method: 'POST', path: '/api/files', token, ...form });
  expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
    201,
    { file: { brand: VEHICLE.brand, ecu: VEHICLE.ecu } },
  ]);
});
