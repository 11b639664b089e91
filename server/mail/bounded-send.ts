import type { Send } from './transport.ts';

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
