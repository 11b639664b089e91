import type { Deps } from '../../../server/http/call.ts';
import { deliverMail } from '../../../server/mail/deliver.ts';
import type { Send } from '../../../server/mail/transport.ts';
import { refuse, selectWaiting } from './mailings.queries.ts';

/**
 * At once: enough not to wait for the way to the mail server and back, too few to look like a flood. Of all mailings
 * together, because a mail on its way holds a connection to the database, and everybody else needs those, too.
 */
const LANES = 4;

let free = LANES;
const waitingForLane: (() => void)[] = [];

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => void waitingForLane.push(go));
  try {
    return await work();
  } finally {
    const next = waitingForLane.shift();
    if (next) next();
    else free += 1;
  }
}

interface Delivering {
  id: number;
  /** What the mail server does not take now, it is not offered again. */
  isLastTry: boolean;
  /** Ends it between two mails. */
  signal: AbortSignal;
}

/**
 * Offers every waiting mail of a mailing to the mail server once. Answers null, or why the server could not be asked:
 * then the rest was not tried.
 */
export async function deliverAll(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  send: Send,
  { id, isLastTry, signal }: Delivering,
): Promise<string | null> {
  const waiting = (await selectWaiting(db, id).execute()).map((mail) => mail.id);
  let trouble: string | null = null;
  const deliverNext = async (): Promise<boolean> => {
    const next = trouble === null && !signal.aborted ? waiting.shift() : undefined;
    if (next === undefined) return false;
    try {
      await deliverMail({ db, clock }, send, next);
    } catch (error) {
      if (!isAboutTheMail(error)) trouble = error instanceof Error ? error.message : String(error);
      else if (isLastTry || isFinal(error)) await refuse(db, [next]).execute();
    }
    return true;
  };
  const line = async () => {
    while (await inLane(deliverNext));
  };
  await Promise.all(Array.from({ length: LANES }, line));
  return trouble;
}

/** The server was reached, and did not want this address or this text; the next mail may be welcome. */
const isAboutTheMail = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(String((error as { code?: unknown }).code));

/** RFC 5321: 4yz may be tried again later, 5yz may not. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode !== 'number' || responseCode >= 500;
}
