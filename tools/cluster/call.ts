import { setTimeout as sleep } from 'node:timers/promises';
import { count, type Records } from '../soak/bank/records.ts';
import { send, type Call, type Reply } from '../soak/send-call.ts';

const PAUSE_MS = 500;

export interface Caller {
  url: string;
  records: Records;
  isOver: () => boolean;
}

const isAgain = ({ status }: Reply) => status === 0 || status === 503;

/**
 * Repeats a call like a browser until the reply is anything but "try again". `wasRepeated` is true when an earlier
 * attempt may have been carried out.
 */
export async function sendUntilDone(
  { url, records, isOver }: Caller,
  what: string,
  call: Call,
): Promise<Reply & { wasRepeated: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send(url, call);
    count(records, what, reply.status);
    if (reply.status === 503 && reply.headers.get('retry-after') === null)
      records.violations.push(`${what}: a 503 without Retry-After`);
    if (!isAgain(reply) || isOver()) return { ...reply, wasRepeated: tries > 1 };
    await sleep(PAUSE_MS);
  }
}
