import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { HttpProblem } from '../../../server/http/replies.ts';
import { payFile } from '../../files/server/payment.ts';
import { toOwner } from '../../../contract/capabilities.ts';
import { Refusal } from '../../../contract/refusal.ts';
import { fileGone, notActivated } from '../payments.errors.ts';

type Tx = Transaction<Schema>;

interface Paying {
  buyer: { id: number; verified: boolean };
  fileId: number;
  requestId: string;
}

/** Pays the file from the credits that have just arrived, or returns why not; the credits stay in either case. */
export async function payForBuyer(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { buyer, fileId, requestId }: Paying,
): Promise<'PAID' | Refusal> {
  if (config.activation === 'required' && !buyer.verified) {
    return notActivated();
  }
  const actor = toOwner({ id: buyer.id, requestId });
  await sql`savepoint pay_file`.execute(tx);
  try {
    await payFile(tx, actor, { id: fileId });
    await sql`release savepoint pay_file`.execute(tx);
    return 'PAID';
  } catch (error) {
    // Other errors are not judged here: everything is rolled back and tried again.
    if (!(error instanceof Refusal) && !(error instanceof HttpProblem)) throw error;
    await sql`rollback to savepoint pay_file`.execute(tx);
    return error instanceof Refusal ? error : fileGone();
  }
}
