import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { loadLater } from '../load-later.ts';

export interface Message {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Hands one message over; throws when that failed. `forget`: a mail server has it now, and its text, which may contain
 * a link that opens an account, must no longer be stored here; otherwise it was only saved here. `response` is the mail
 * server's reply.
 */
export interface Send {
  (message: Message): Promise<{ forget: boolean; response?: string }>;
}

/** Close it when nothing more is sent: connections to the mail server stay open for a while, for the next mail. */
export interface MailTransport extends Send {
  close(): void;
}

/** Limit for silence: long enough for a slow server. */
const TIMEOUT_MS = 30_000;
/** Limit for a whole mail, even if the server keeps sending a little; shorter than a job's own limit. */
const DEADLINE_MS = 100_000;
/** Connections to the mail server: the maximum number of mails in flight (server/jobs.ts, and those of mailings). */
const CONNECTIONS = 8;
const IDLE_MS = 5_000;

/** Sends over SMTP if the operator has set a server; otherwise writes each mail to a file under `DATA_DIR/outbox`. */
export function openMailTransport(config: Config): MailTransport {
  return config.smtpUrl === null ? writeToFolder(config) : sendOverSmtp(config, config.smtpUrl);
}

function sendOverSmtp(config: Config, smtpUrl: string): MailTransport {
  const openPool = () =>
    loadLater('nodemailer').createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      idleTimeout: IDLE_MS,
      // A password is not sent in the open, unless the address ends with ?requireTLS=false.
      requireTLS: new URL(smtpUrl).password !== '',
      // Applies only to a mail whose connection was lost beforehand; any other failure is retried by its job.
      maxRequeues: 1,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  let transport: ReturnType<typeof openPool> | undefined;
  const send = async (message: Message) => {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    transport ??= openPool();
    const { response } = await transport.sendMail({ ...toFields(message, config), signal }).catch(throwPlainError);
    return { forget: true, response };
  };
  return Object.assign(send, { close: () => transport?.close() });
}

/** The pool reports how often it tried, but not what happened. */
function throwPlainError(error: Error): never {
  if (!error.message.startsWith('Reached maximum number of retries')) throw error;
  throw Object.assign(new Error('Connection closed unexpectedly'), { code: (error as { code?: unknown }).code });
}

function writeToFolder(config: Config): MailTransport {
  const send = async (message: Message) => {
    const transport = loadLater('nodemailer').createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
    });
    const { message: bytes } = await transport.sendMail(toFields(message, config));
    const folder = outboxFolder(config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${message.id}.draft`);
    await writeFile(draft, bytes as Buffer, { mode: 0o600 });
    await rename(draft, join(folder, mailFileName(message.id)));
    return { forget: false };
  };
  return Object.assign(send, { close: () => undefined });
}

export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');
export const mailFileName = (id: number) => `${String(id).padStart(8, '0')}.eml`;

/** The same message has the same id however often it is tried, so a mailbox can recognise a duplicate. */
function toFields({ id, to, subject, text, html }: Message, { mailFrom, publicUrl }: Config) {
  const host = publicUrl === null ? 'tunedesk.local' : new URL(publicUrl).hostname;
  return {
    from: mailFrom,
    to,
    subject,
    text,
    html,
    messageId: `<mail-${id}@${host}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
