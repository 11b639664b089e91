/** As nodemailer reports them: `code` is its own word, `responseCode` the server's number. */
type Fault = { code?: unknown; command?: unknown; responseCode?: unknown; message?: unknown };

/** The server was reached, and did not want this address or this text; the next mail may be welcome. */
export const isAboutTheMail = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(String((error as Fault).code));

/** RFC 5321: 4yz may be tried again later, 5yz may not. */
export function isFinal(error: unknown): boolean {
  const { responseCode } = error as Fault;
  return typeof responseCode !== 'number' || responseCode >= 500;
}

/**
 * This address or this text is refused for good. A sender that is refused, as with a wrong MAIL_FROM, is refused for every
 * mail until the settings are right: those are tried again.
 */
export const isRefusedForGood = (error: unknown): boolean =>
  isAboutTheMail(error) && isFinal(error) && (error as Fault).command !== 'MAIL FROM';

/**
 * The server asked to come again later before it saw the mail, as one does that has enough connections. Whatever
 * else goes wrong with a connection may have gone wrong after the server took the mail.
 */
export function isTurnedAway(error: unknown): boolean {
  if (isAboutTheMail(error) || isFinal(error)) return false;
  const { command, message } = error as Fault;
  // CONN names the whole conversation; only the text shows its beginning.
  return command === 'CONN'
    ? String(message).startsWith('Invalid greeting')
    : /^(EHLO|HELO|AUTH)/.test(String(command));
}
