import { portal } from './stage.ts';

interface Options {
  token?: string;
  /** A JSON string, or a form with a file. */
  body?: string | FormData;
}

/** Makes a call as another program would; throws with the text of a refusal. */
export async function send<Reply>(method: string, path: string, { token, body }: Options = {}): Promise<Reply> {
  const response = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

export const requestToken = async ({ email, password }: { email: string; password: string }): Promise<string> =>
  (await send<{ token: string }>('POST', '/login', { body: JSON.stringify({ email, password }) })).token;

export function buildForm(fields: object, name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  form.append('jsonData', JSON.stringify(fields));
  return form;
}

const VEHICLE = {
  vehicle: 'Car',
  brand: 'Audi',
  model: 'Bosch',
  ecu: 'EDC17CP14',
  petrol_type: 'DIESEL',
  generation: '2011',
};

/** Uploads an order of Stage 1; returns the id of its file. */
export async function uploadOrder(token: string, content: string | Uint8Array<ArrayBuffer>): Promise<number> {
  const solutions = await send<{ id: number; name: string }[]>('GET', '/solutions', { token });
  const stage1 = solutions.find(({ name }) => name === 'Stage 1');
  const body = buildForm({ ...VEHICLE, solution_ids: [stage1?.id] }, 'read.bin', content);
  return (await send<{ file: { id: number } }>('POST', '/files', { token, body })).file.id;
}
