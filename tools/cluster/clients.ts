import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildImage } from '../../features/dtc-off/server/dtc-off.factory.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { emptyRecords, type Records } from '../soak/bank/records.ts';
import type { Call } from '../soak/send-call.ts';
import { sendUntilDone, type Caller } from './call.ts';
import type { Person, Stage } from './stage.ts';

/** What was acknowledged, in addition to the records of the bank test. */
export interface ClusterRecords extends Records {
  /** SHA-256 of each uploaded file, by its id. */
  uploads: Map<number, string>;
  /** Ids of messages, by their idempotency key. */
  messages: Map<string, number>;
  /** SHA-256 of each generated file, by its id. */
  generated: Map<number, string>;
  /** When uploads were acknowledged, in milliseconds. */
  uploadedAt: number[];
  /** When generated files were delivered. */
  generatedAt: number[];
}

export const emptyClusterRecords = (): ClusterRecords => ({
  ...emptyRecords(),
  uploads: new Map(),
  messages: new Map(),
  generated: new Map(),
  uploadedAt: [],
  generatedAt: [],
});

interface Client extends Caller {
  records: ClusterRecords;
  stage: Stage;
  customer: Person;
  /** The uploaded file that is not paid yet; `ticketId` belongs to an earlier one. */
  file: { id: number; offerVersion: number } | null;
  ticketId: number | null;
  /** Selects a different image for each client, so that each has its own session. */
  number: number;
}

const PRICE = 5;
const MAX_PAUSE_MS = 2000;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const asCustomer = (client: Client, what: string, call: Omit<Call, 'token'>) =>
  sendUntilDone(client, what, { ...call, token: client.customer.token });

async function upload(client: Client): Promise<void> {
  const bytes = new Uint8Array(randomBytes(20_000 + Math.floor(Math.random() * 400_000)));
  const { status, body } = await asCustomer(client, 'upload', {
    method: 'POST',
    path: '/files',
    body: { ...VEHICLE, solution_ids: [client.stage.solutionId] },
    file: { name: 'original.bin', bytes },
    key: randomUUID(),
  });
  if (status !== 201) return;
  const { id, offer_version: offerVersion = 0 } = body.file as { id: number; offer_version?: number };
  client.records.uploads.set(id, sha256(bytes));
  client.records.uploadedAt.push(Date.now());
  client.file = { id, offerVersion };
}

/** Lets an administrator set the price, and the customer pay it. */
async function pay(client: Client): Promise<void> {
  if (client.file === null) return upload(client);
  const { id, offerVersion } = client.file;
  const priced = await sendUntilDone(client, 'price', {
    method: 'PUT',
    path: `/files/${id}/feasible-and-price`,
    token: client.stage.administrator.token,
    body: { feasible: 'POSSIBLE', price: PRICE, notes: 'Ready.', offer_version: offerVersion },
    file: { name: 'modified.bin', bytes: new Uint8Array(randomBytes(5000)) },
  });
  client.file = null;
  if (priced.status !== 200 && !priced.wasRepeated) return;
  const { status } = await asCustomer(client, 'pay', { method: 'PUT', path: `/files/${id}/confirm-and-pay`, body: {} });
  if (status === 200) client.records.paid.set(id, (client.records.paid.get(id) ?? 0) + 1);
}

async function chat(client: Client): Promise<void> {
  if (client.ticketId === null) return openTicket(client);
  const key = randomUUID();
  const { status, body } = await asCustomer(client, 'chat', {
    method: 'POST',
    path: `/tickets/${client.ticketId}/send-message`,
    isForm: true,
    body: { message: `Is it ready? ${key}` },
    key,
  });
  if (status === 201) client.records.messages.set(key, (body as { id: number }).id);
}

async function openTicket(client: Client): Promise<void> {
  if (client.file === null) return upload(client);
  const { status, body } = await asCustomer(client, 'ticket', {
    method: 'POST',
    path: '/tickets',
    isForm: true,
    body: { fileId: client.file.id, message: 'A question.' },
    key: randomUUID(),
  });
  if (status === 201) client.ticketId = (body as { id: number }).id;
}

const images = new Map<number, Uint8Array<ArrayBuffer>>();

function getImage(variant: number): Uint8Array<ArrayBuffer> {
  const image = images.get(variant) ?? buildImage('edc16', variant);
  images.set(variant, image);
  return image;
}

async function useDtcOff(client: Client): Promise<void> {
  const session = await asCustomer(client, 'dump', {
    method: 'POST',
    path: '/ai/upload',
    file: { name: 'dump.bin', bytes: getImage(client.number % 3) },
  });
  if (session.status !== 200) return;
  const { fileName: file_name, ecuinfo } = session.body as { fileName: string; ecuinfo: { ecuId: string } };
  const named = { file_name, ecu_id: ecuinfo.ecuId };
  const table = await asCustomer(client, 'codes', { method: 'POST', path: '/ai/get-dtcs', body: named });
  if (table.status !== 200) return;
  type Row = { dtc: string; status: string; locked: unknown };
  const open = (table.body.dtcTable as Row[]).filter(({ status, locked }) => status === 'ON' && locked === null);
  const chosen = open[Math.floor(Math.random() * open.length)];
  if (chosen === undefined) return;
  const made = await asCustomer(client, 'generate', {
    method: 'POST',
    path: '/ai/dtc-off',
    body: { ...named, dtcs: chosen.dtc, declared_use: 'TEST_BENCH' },
  });
  if (made.status !== 200) return;
  const id = Number(made.headers.get('x-generation-id'));
  client.records.generations.add(id);
  client.records.generated.set(id, sha256(made.bytes));
  client.records.generatedAt.push(Date.now());
}

/** The operations with their frequencies in hundredths. */
const OPERATIONS: [number, (client: Client) => Promise<void>][] = [
  [31, upload],
  [28, pay],
  [29, chat],
  [12, useDtcOff],
];

async function work(client: Client): Promise<void> {
  while (!client.isOver()) {
    let dice = Math.random() * 100;
    const found = OPERATIONS.find(([share]) => (dice -= share) < 0) ?? OPERATIONS[0];
    await found?.[1](client);
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
}

/**
 * Runs one client for each customer, each doing one thing at a time, until the run is over. Resolves when all have
 * ended.
 */
export function runClients(caller: Caller & { records: ClusterRecords }, stage: Stage): Promise<unknown> {
  const clients = stage.customers.map((customer, number) => ({
    ...caller,
    stage,
    customer,
    number,
    file: null,
    ticketId: null,
  }));
  return Promise.all(clients.map(work));
}
