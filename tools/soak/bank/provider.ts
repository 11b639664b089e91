import { createHash, randomBytes } from 'node:crypto';
import { postNotice } from '../../../features/payments/server/sandbox/sandbox.ts';
import { writeIpn, type SandboxNotice } from '../../../features/payments/server/sandbox/sandbox-notice.ts';
import { SANDBOX_NOTICE_PATH } from '../../../features/payments/server/sandbox/sandbox-provider.ts';
import { pick, type Client } from './client.ts';
import { count, type ProviderPayment } from './records.ts';

const number = () => randomBytes(8).toString('hex').toUpperCase();

const euros = (cents: number) => (cents / 100).toFixed(2);

/** Lets the provider send a message: about a new payment, about an old one, or an earlier message again. */
export async function addNotice(client: Client): Promise<void> {
  const { random, records } = client;
  const dice = random();
  const known = records.payments.slice(-400);
  if (dice < 0.45 || known.length === 0) return notifyNew(client);
  const payment = pick(random, known);
  if (dice < 0.7) return repeat(client, payment);
  return notifyLater(client, payment);
}

async function notifyNew(client: Client): Promise<void> {
  const { random, world, records } = client;
  const { id } = pick(random, world.customers);
  const amountCents = 100 + Math.floor(random() * 3000);
  const payment: ProviderPayment = { transactionId: number(), userId: id, amountCents, notices: [], isUnsure: false };
  records.payments.push(payment);
  const fileId = world.files.from + Math.floor(random() * (world.files.to - world.files.from));
  const custom = random() < 0.3 ? `${id}:${fileId}` : String(id);
  const completed = buildNotice(payment, { status: 'Completed', amount: euros(amountCents), custom });
  // Sometimes the refund arrives first.
  if (random() < 0.05) await notifyLater(client, payment);
  if (random() < 0.1)
    await deliverNotice(
      client,
      payment,
      buildNotice(payment, { status: 'Pending', amount: euros(amountCents), custom }),
    );
  await deliverNotice(client, payment, completed);
}

const LATER = ['Refunded', 'Refunded', 'Reversed', 'Canceled_Reversal'];

async function notifyLater(client: Client, payment: ProviderPayment): Promise<void> {
  const status = pick(client.random, LATER);
  const cents = 1 + Math.floor(client.random() * payment.amountCents * 1.2);
  const sign = status === 'Canceled_Reversal' ? '' : '-';
  const fields = { status, amount: `${sign}${euros(cents)}`, transactionId: number(), parentId: payment.transactionId };
  await deliverNotice(client, payment, buildNotice(payment, { ...fields, custom: String(payment.userId) }));
}

function buildNotice(
  payment: ProviderPayment,
  fields: Pick<SandboxNotice, 'status' | 'amount' | 'custom'> & Partial<SandboxNotice>,
): SandboxNotice {
  return {
    transactionId: payment.transactionId,
    currency: 'EUR',
    receiver: 'seller@sandbox.example',
    charset: 'windows-1252',
    trackId: number(),
    ...fields,
  };
}

/**
 * Posts the notice to the sandbox, which vouches for it and sends it by its own job; it is also sent from here, as a
 * second copy.
 */
async function deliverNotice(client: Client, payment: ProviderPayment, notice: SandboxNotice): Promise<void> {
  try {
    await client.portal.db.transaction().execute((tx) => postNotice(tx, notice));
  } catch {
    payment.isUnsure = true;
    count(client.records, 'vouch', 0);
    return;
  }
  const body = writeIpn(notice);
  payment.notices.push({ notice, body });
  if (client.random() < 0.7) await post(client, payment, body);
}

/** Sends the same bytes again, and a forgery with them. */
async function repeat(client: Client, payment: ProviderPayment): Promise<void> {
  if (payment.notices.length === 0) return;
  const { body, notice } = pick(client.random, payment.notices);
  await post(client, payment, body);
  if (client.random() < 0.1) {
    const forged = writeIpn({ ...notice, trackId: number(), amount: '999.00', transactionId: number() });
    await post(client, payment, forged);
  }
}

async function post({ portal, records }: Client, payment: ProviderPayment, body: Buffer): Promise<void> {
  const status = await fetch(`${portal.url}/api${SANDBOX_NOTICE_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new Uint8Array(body),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  count(records, 'notice', status);
  if (status === 200) records.notices.set(digestOf(body), payment.transactionId);
}

/** The digest as the inbox computes it. */
const digestOf = (body: Buffer) => createHash('sha256').update(`IPN\n{}\n`).update(body).digest('hex');
