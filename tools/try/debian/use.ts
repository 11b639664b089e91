import { createHash, randomUUID } from 'node:crypto';
import { addSolution } from '../../../features/catalogue/catalogue.contract.ts';
import { login, register } from '../../../features/accounts/accounts.contract.ts';
import { downloadOriginal, listUserFiles } from '../../../features/files/files.contract.ts';
import { createFile } from '../../../features/files/upload/upload.contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { callEndpoint, type CallOptions } from '../../../server/testing/app.ts';
import { VEHICLE } from '../../../features/files/files.factory.ts';

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'Workshop-Petrol-26' };

const CUSTOMER = {
  username: 'workshop',
  full_name: 'A Workshop',
  email: 'workshop@example.com',
  password: 'Copper-Lathe-88',
  phone: '+389 70 111 222',
  country: 'North Macedonia',
};

/** Throws unless the login page is served together with its program. */
export async function openLoginPage(url: string): Promise<void> {
  const page = await (await fetch(`${url}/login`)).text();
  const program = /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
  if (program === undefined) throw new Error('the login page has no program');
  const { status } = await fetch(new URL(program, url));
  if (status !== 200) throw new Error(`the program of the login page: ${status}`);
}

/** Registers a customer, uploads a file for them and reads it back; returns the SHA-256 of its bytes. */
export async function uploadOnce(url: string): Promise<string> {
  const ask = asker(url);
  const admin = (await ask(login, ADMINISTRATOR)).body as { token: string };
  const fields = { name: 'Stage 1', code: 'ST1', credits: 60, type: 'TUNING', order_no: 1, image_url: null };
  const solution = (await ask(addSolution, fields, admin)).body as { id: number };
  await ask(register, CUSTOMER);
  const bytes = new TextEncoder().encode(`an ECU image ${randomUUID()}`);
  const file = { name: 'Golf 5.bin', bytes };
  await ask(createFile, { ...VEHICLE, solution_ids: [solution.id] }, { ...(await signIn(url)), file });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if ((await readBack(url)) !== sha256) throw new Error('the uploaded file came back with other bytes');
  return sha256;
}

/** Returns the SHA-256 of the customer's file, as downloaded from the portal. */
export async function readBack(url: string): Promise<string> {
  const ask = asker(url);
  const customer = await signIn(url);
  const user = JSON.parse(Buffer.from(customer.token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  const { id } = JSON.parse(user.sub) as { id: number };
  const [file] = (await ask(listUserFiles, { id }, customer)).body as { id: number }[];
  if (file === undefined) throw new Error('the uploaded file is not listed');
  const { bytes } = await ask(downloadOriginal, { id: file.id }, customer);
  return createHash('sha256').update(bytes).digest('hex');
}

const signIn = async (url: string) => (await asker(url)(login, CUSTOMER)).body as { token: string };

const asker = (url: string) => async (endpoint: Endpoint, input: Record<string, unknown>, options?: CallOptions) => {
  const reply = await callEndpoint(url, endpoint, input, options);
  if (reply.status >= 400) throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.status}`);
  return reply;
};
