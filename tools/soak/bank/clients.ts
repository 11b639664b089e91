import { pick, type Client } from './client.ts';
import { addNotice } from './provider.ts';
import { count } from './records.ts';
import { send, type Call, type Reply } from '../send-call.ts';
import { typeAmbiguous, typeAmount } from './typed-amounts.ts';
import type { AiSession, Person } from './world.ts';

/** Makes one call and counts its reply. */
export async function ask({ portal, records }: Client, what: string, call: Call): Promise<Reply> {
  const reply = await send(portal.url, call);
  count(records, what, reply.status);
  return reply;
}

/** Picks a file; few clients pick the same one, so that some files see exactly one operation and some none. */
function someFile({ world, random }: Client): { id: number; owner: Person } {
  const { from, to, ownerByFile: ownerOf } = world.files;
  const id = from + Math.floor(random() * (to - from));
  return { id, owner: ownerOf.get(id) ?? pick(random, world.customers) };
}

async function pay(client: Client): Promise<void> {
  const { id, owner } = someFile(client);
  const call: Call = { method: 'PUT', path: `/files/${id}/confirm-and-pay`, token: owner.token, body: {} };
  // Occasionally two clicks at once, or a call by a stranger.
  const twice = client.random() < 0.15;
  const stranger =
    client.random() < 0.03 ? [{ ...call, token: pick(client.random, client.world.customers).token }] : [];
  const responses = await Promise.all(
    [call, ...(twice ? [call] : []), ...stranger].map((one) => ask(client, 'pay', one)),
  );
  const { paid } = client.records;
  for (const { status } of responses) if (status === 200) paid.set(id, (paid.get(id) ?? 0) + 1);
}

async function reprice(client: Client): Promise<void> {
  const { id } = someFile(client);
  const { token } = pick(client.random, client.world.administrators);
  const amount = (100 + Math.floor(client.random() * 900)) / 100;
  const isAmbiguous = client.random() < 0.05;
  const price = isAmbiguous ? typeAmbiguous(client.random) : typeAmount(client.random, amount);
  const path = `/files/${id}/feasible-and-price`;
  const priced = { method: 'PUT', path, token, isForm: true, body: { feasible: 'POSSIBLE', price } } as const;
  const { status, body } = await ask(client, 'reprice', priced);
  const read = (body.file as { price: number } | undefined)?.price;
  if (status === 200 && (isAmbiguous || read !== amount)) {
    client.records.violations.push(`the price "${price}" was read as ${read}`);
  }
}

async function cancel(client: Client): Promise<void> {
  const { id, owner } = someFile(client);
  const isAdministrator = client.random() < 0.7;
  const { token } = isAdministrator ? pick(client.random, client.world.administrators) : owner;
  const { status, body } = await ask(client, 'cancel', { method: 'PUT', path: `/files/${id}/cancel`, token, body: {} });
  const file = body.file as { price_status?: string } | undefined;
  if (status === 200 && file?.price_status === 'REFUNDED') client.records.refunded.add(id);
}

async function undo(client: Client): Promise<void> {
  const { id } = someFile(client);
  const { token } = pick(client.random, client.world.administrators);
  await ask(client, 'undo', { method: 'PUT', path: `/files/${id}/cancel/undo`, token, body: {} });
}

/** Edits a balance; it may change between reading and saving, and sometimes some time passes in between. */
async function edit(client: Client): Promise<void> {
  const { id } = pick(client.random, client.world.customers);
  const { token } = pick(client.random, client.world.administrators);
  const seen = await ask(client, 'look', { method: 'GET', path: `/users/${id}`, token });
  if (seen.status !== 200) return;
  if (client.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, client.random() * 60));
  const { phone, country, role, status, balance_version, credit_balance, ai_credit_balance } = seen.body;
  // Mostly increases, since the credits that are spent have to come from somewhere.
  const change = Math.round((client.random() * 30 - 8) * 100) / 100;
  const expected = Math.max(0, Math.round((Number(credit_balance) + change) * 100) / 100);
  const typed = typeAmount(client.random, expected);
  const edited = { phone, country, role, status, balance_version, ai_credit_balance, credit_balance: typed };
  const saved = await ask(client, 'edit', { method: 'PUT', path: `/users/${id}`, token, body: edited });
  const [version] = String(balance_version).split('.');
  if (saved.status !== 200 || expected === credit_balance) return;
  client.records.edits.add(`admin:${id}:MAIN:${version}`);
  if (saved.body.credit_balance !== expected) {
    client.records.violations.push(`the balance "${typed}" was read as ${String(saved.body.credit_balance)}`);
  }
}

/** Generates a file. `is_first` may be any value from the browser; the server determines it itself. */
async function generate(client: Client): Promise<void> {
  if (client.world.sessions.length === 0) return;
  const session: AiSession = pick(client.random, client.world.sessions);
  const call: Call = {
    method: 'POST',
    path: '/ai/dtc-off',
    token: session.owner.token,
    body: {
      file_name: session.file_name,
      ecu_id: session.ecu_id,
      dtcs: pick(client.random, session.codes),
      is_first: client.random() < 0.5,
      declared_use: 'TEST_BENCH',
    },
  };
  const responses = await Promise.all(
    (client.random() < 0.3 ? [call, call] : [call]).map((one) => ask(client, 'generate', one)),
  );
  for (const { status, headers } of responses) {
    const made = Number(headers.get('x-generation-id'));
    if (status === 200 && made > 0) client.records.generations.add(made);
    if (status === 200 && !(made > 0)) client.records.violations.push('a generated file has no number');
  }
}

/** Checks that each row of the ledger a customer reads follows from the one before, whatever else happens. */
async function look(client: Client): Promise<void> {
  const { id, token } = pick(client.random, client.world.customers);
  const path = `/credits-ledger/${id}?limit=20`;
  const { status, body } = await ask(client, 'ledger', { method: 'GET', path, token });
  if (status !== 200) return;
  type Row = { unit: string; balance_after: number; credit_balance: number };
  const cents = (body.credits_ledger as Row[])
    .filter(({ unit }) => unit === 'MAIN')
    .map((row) => ({ after: Math.round(row.balance_after * 100), amount: Math.round(row.credit_balance * 100) }));
  const isBroken = cents.some(
    ({ after, amount }, at) => at + 1 < cents.length && after - amount !== cents[at + 1]?.after,
  );
  if (isBroken) client.records.violations.push(`customer ${id} reads rows that do not follow`);
}

/** The operations with their frequencies in thousandths. */
const OPERATIONS: [number, (client: Client) => Promise<void>][] = [
  [380, pay],
  [110, reprice],
  [110, cancel],
  [60, undo],
  [90, edit],
  [190, addNotice],
  [4, generate],
  [56, look],
];

/** Runs one operation after the other until it is stopped; waits a moment when there is no response. */
export async function runClient(client: Client, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    let dice = client.random() * 1000;
    const found = OPERATIONS.find(([share]) => (dice -= share) < 0) ?? OPERATIONS[0];
    const unanswered = countUnanswered(client);
    await found?.[1](client);
    if (countUnanswered(client) > unanswered) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const countUnanswered = ({ records }: Client): number =>
  [...records.responses].filter(([key]) => key.endsWith(' 0')).reduce((sum, [, times]) => sum + times, 0);
