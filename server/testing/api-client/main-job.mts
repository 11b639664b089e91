/** The main job through a client whose types come from `/api/openapi.json`; `api-client.long.test.ts` generates, checks and runs it. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './paths.d.ts';

type Schemas = components['schemas'];

const CUSTOMER: Schemas['RegisterRequest'] = {
  username: 'nadia',
  full_name: 'Nadia Keller',
  email: 'nadia@example.com',
  password: 'Copper-Lime-41',
  phone: '+41 44 123 45 67',
  country: 'Switzerland',
};

const VEHICLE = {
  vehicle: 'Car',
  brand: 'Volkswagen',
  model: 'Golf 7',
  ecu: 'EDC17C64',
  generation: '2014',
  petrol_type: 'DIESEL',
} as const;

const PRICE = 80;

/** Registers and logs in, uploads, prices, pays and downloads. */
export async function runMainJob(baseUrl: string, administrator: Schemas['LoginRequest']) {
  const anyone = createClient<paths>({ baseUrl });
  const { token } = expectData(await anyone.POST('/api/register', { body: CUSTOMER }));
  const login = expectData(await anyone.POST('/api/login', { body: administrator }));
  const customer = signedIn(baseUrl, token);
  // An account with a second factor gets a ticket for that step instead.
  if (!('token' in login)) throw new Error('The administrator has a second factor.');
  const admin = signedIn(baseUrl, login.token);

  const solution = expectData(
    await admin.POST('/api/solutions', { body: { name: 'Stage 1', code: 'ST1', credits: 60, type: 'TUNING' } }),
  );
  const { file: uploaded } = expectData(
    await customer.POST('/api/files', {
      body: { jsonData: { ...VEHICLE, solution_ids: [solution.id] }, file: 'original.bin' },
      bodySerializer: ({ jsonData }) => form(jsonData, 'an original image'),
    }),
  );
  const path = { id: uploaded.id };
  await setPrice(admin, uploaded);
  await addCredits(admin, customer);

  const { file: paid } = expectData(
    await customer.PUT('/api/files/{id}/confirm-and-pay', { params: { path }, body: { price: PRICE } }),
  );
  const again = await customer.PUT('/api/files/{id}/confirm-and-pay', { params: { path }, body: {} });
  const download = await customer.GET('/api/files/{id}/download-mod-file', {
    params: { path },
    parseAs: 'arrayBuffer',
  });
  const me = expectData(await customer.GET('/api/users/my'));
  return {
    uploaded,
    paid,
    balance: me.credit_balance,
    downloaded: new TextDecoder().decode(expectData(download)),
    refusal: { status: again.response.status, code: again.error?.code ?? 'none' },
  };
}

const signedIn = (baseUrl: string, token: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

async function setPrice(admin: Client<paths>, { id, offer_version = 0 }: Schemas['File']) {
  const priced = await admin.PUT('/api/files/{id}/feasible-and-price', {
    params: { path: { id } },
    body: {
      jsonData: { feasible: 'POSSIBLE', price: PRICE, notes: 'Ready.', offer_version },
      file: 'modified.bin',
    },
    bodySerializer: ({ jsonData }) => form(jsonData, 'a modified image!'),
  });
  return expectData(priced);
}

async function addCredits(admin: Client<paths>, customer: Client<paths>) {
  const me = expectData(await customer.GET('/api/users/my'));
  const path = { id: me.id };
  const user = expectData(await admin.GET('/api/users/{id}', { params: { path } }));
  const { phone, country, ai_credit_balance, balance_version, role, status } = user;
  if (ai_credit_balance === null) throw new Error('This account may not see balances.');
  const body = { phone, country, ai_credit_balance, balance_version, role, status, credit_balance: PRICE };
  return expectData(await admin.PUT('/api/users/{id}', { params: { path }, body }));
}

function form(jsonData: unknown, file: string): FormData {
  const data = new FormData();
  data.append('jsonData', JSON.stringify(jsonData));
  data.append('file', new Blob([file]), 'file.bin');
  return data;
}

/** What a call replied; an error is thrown with its code. */
function expectData<Data>({ data, error }: { data?: Data; error?: { code: string; message: string } }): Data {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.message}`);
  return data;
}
