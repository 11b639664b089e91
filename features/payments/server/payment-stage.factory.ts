import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../server/http/call.ts';
import { selectUnsettledIds } from './payments.queries.ts';
import { settleMessage } from './settle.ts';
import type { PaymentProvider, Verify } from './provider.ts';
import { postNotice } from './sandbox/sandbox.ts';
import { writeIpn, type SandboxNotice } from './sandbox/sandbox-notice.ts';
import { SANDBOX_NOTICE_PATH, SANDBOX_RECEIVER } from './sandbox/sandbox-provider.ts';

export const someTransaction = () => randomBytes(8).toString('hex').toUpperCase();

/** Builds a notice about 50 EUR that is right in everything, except for what the test changes. */
export function someNotice(fields: Partial<SandboxNotice> & Pick<SandboxNotice, 'custom'>): SandboxNotice {
  return {
    transactionId: someTransaction(),
    status: 'Completed',
    amount: '50.00',
    currency: 'EUR',
    receiver: SANDBOX_RECEIVER,
    charset: 'windows-1252',
    trackId: someTransaction(),
    ...fields,
  };
}

type Stage = Pick<Deps, 'db' | 'clock' | 'config'> & { url: string };

/** Returns the bytes of a notice that the sandbox confirms, or with `isVouched` false, does not. */
export async function vouchedBytes({ db }: Stage, notice: SandboxNotice, isVouched = true): Promise<Buffer> {
  await db.transaction().execute((tx) => postNotice(tx, notice, { isVouched }));
  return writeIpn(notice);
}

/** Posts bytes to the listener, as the provider does. Returns the status. */
export async function post(
  { url }: Stage,
  body: Buffer,
  path = `/api${SANDBOX_NOTICE_PATH}`,
  headers = {},
): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Does the workers' job; the verification goes over the network to the sandbox of the same program. */
export async function settleAll(stage: Stage, verify?: Verify): Promise<void> {
  const provider = stage.config.paymentProvider as PaymentProvider;
  const ask: Verify = verify ?? ((message) => provider.verify(message, { ownUrl: stage.url }));
  for (const { id } of await selectUnsettledIds(stage.db).execute()) await settleMessage(stage, ask, id);
}

/** Covers the whole way from the provider's sending to the ledger. */
export async function notifyPortal(stage: Stage, notice: SandboxNotice, isVouched = true): Promise<void> {
  const status = await post(stage, await vouchedBytes(stage, notice, isVouched));
  if (status !== 200) throw new Error(`the listener replied with ${status}`);
  await settleAll(stage);
}
