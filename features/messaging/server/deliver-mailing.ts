import { setTimeout } from 'node:timers/promises';
import type { Deps } from '../../../server/http/call.ts';
import { deliverAccountMail, deliverMail } from '../../../server/mail/deliver.ts';
import { isAboutTheMail, isFinal, isTurnedAway } from '../../../server/mail/mail-faults.ts';
import type { Send } from '../../../server/mail/transport.ts';
import { refuse, selectWaiting } from './mailings.queries.ts';

/**
 * Mails on their way at once: enough not to wait for each round trip to the mail server, too few to look like a flood.
 * Shared by all mailings, because a mail on its way holds a connection to the database, which everybody else needs,
 * too.
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

/** After this many failed connections in a row the server counts as down, whatever the recipient. */
const FAILURES_IN_A_ROW = 5;
/** Pause of the last lane after a failure: the server may still be closing the previous connection. */
const PAUSE_MS = 250;

interface MailingRun {
  id: number;
  /** A mail that the mail server does not take now is not offered again. */
  isLastTry: boolean;
  /** Ends the delivery between two mails. */
  signal: AbortSignal;
}

/**
 * Offers every waiting mail of a mailing to the mail server once. Returns null, or why the server could not be asked
 * and the rest was not tried.
 */
export async function deliverAll(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  send: Send,
  { id, isLastTry, signal }: MailingRun,
): Promise<string | null> {
  const waiting = (await selectWaiting(db, id).execute()).map((mail) => mail.id);
  const putBack = new Set<number>();
  let lanes = LANES;
  let failures = 0;
  let trouble: string | null = null;

  /** A failed connection counts against its mail only, and not against mails that were never offered. */
  const fail = async (mail: number, error: unknown): Promise<Then> => {
    failures += 1;
    if (failures >= FAILURES_IN_A_ROW) trouble ??= error instanceof Error ? error.message : String(error);
    const isTooMany = isTurnedAway(error);
    if (isTooMany && !putBack.has(mail)) {
      putBack.add(mail);
      waiting.push(mail);
    } else if (isLastTry) await refuse(db, [mail]).execute();
    if (lanes === 1) return 'pause';
    if (!isTooMany) return 'next';
    // The other lanes take over its work: the server accepts fewer connections at once.
    lanes -= 1;
    return 'end';
  };

  const deliverNext = async (): Promise<Then> => {
    // A user waits for account mails, but not for a mailing.
    if (trouble === null && !signal.aborted && (await deliverAccountMail({ db, clock }, send))) return 'next';
    const mail = trouble === null && !signal.aborted ? waiting.shift() : undefined;
    if (mail === undefined) {
      lanes -= 1;
      return 'end';
    }
    try {
      await deliverMail({ db, clock }, send, mail);
    } catch (error) {
      if (!isAboutTheMail(error)) return fail(mail, error);
      if (isLastTry || isFinal(error)) await refuse(db, [mail]).execute();
    }
    failures = 0;
    return 'next';
  };

  const lane = async () => {
    for (let then: Then = 'next'; then !== 'end';) {
      then = await inLane(deliverNext);
      if (then === 'pause') await setTimeout(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return trouble;
}

/** What a lane does after a mail. */
type Then = 'next' | 'pause' | 'end';
