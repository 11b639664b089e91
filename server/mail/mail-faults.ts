import type { Send } from './transport.ts';

/** An error of nodemailer: `code` is its own word, `responseCode` the server's number. */
type Fault = { code?: unknown; command?: unknown; responseCode?: unknown; message?: unknown };

/** The server was reached but did not accept this address or this text; the next mail may succeed. */
export const isAboutTheMail = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(String((error as Fault).code));

/** RFC 5321: 4yz may be retried later, 5yz may not. */
export function isFinal(error: unknown): boolean {
  const { responseCode } = error as Fault;
  return typeof responseCode !== 'number' || responseCode >= 500;
}

/**
 * This address or this text is refused for good. When the sender is refused, as with a wrong MAIL_FROM, every mail is
 * refused until the settings are right: those are retried.
 */
export const isRefusedForGood = (error: unknown): boolean =>
  isAboutTheMail(error) && isFinal(error) && (error as Fault).command !== 'MAIL FROM';

/**
 * The server asked to try later before it saw the mail, as one with too many connections does. Any other failure of a
 * connection may have happened after the server accepted the mail.
 */
export function isTurnedAway(error: unknown): boolean {
  if (isAboutTheMail(error) || isFinal(error)) return false;
  const { command, message } = error as Fault;
  // CONN stands for the whole conversation; only the text reveals that it was its beginning.
  return command === 'CONN'
    ? String(message).startsWith('Invalid greeting')
    : /^(EHLO|HELO|AUTH)/.test(String(command));
}

/** A working mail server has responded by then. */
const GRACE_MS = 2000;

/**
 * From `stopping` on, a mail that its server does not accept soon counts as not sent: a stop never waits for a server
 * that hangs. The mail stays in the outbox and is retried after the next start, under the same message id.
 */
export function limitSendTime(stopping: AbortSignal, send: Send, graceMs = GRACE_MS): Send {
  return (message) => {
    const cut = Promise.withResolvers<never>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer = setTimeout(
        () => cut.reject(new Error('The portal was stopped before the mail server answered.')),
        graceMs,
      );
    };
    if (stopping.aborted) begin();
    else stopping.addEventListener('abort', begin, { once: true });
    const sent = send(message);
    // Once it is no longer awaited, its outcome does not matter.
    sent.catch(() => undefined);
    return Promise.race([sent, cut.promise]).finally(() => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', begin);
    });
  };
}
