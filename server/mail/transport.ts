import { createTransport } from 'nodemailer';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

export interface Message {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Takes one message out of the house; throws when that did not work. `forget`: it is somewhere else now, and its text,
 * which may hold a link that opens an account, has no business here any more. `answer` is what the mail server said.
 */
export type Send = (message: Message) => Promise<{ forget: boolean; answer?: string }>;

/** Long enough for a slow server, short enough for a job's own limit. */
const PATIENCE_MS = 30_000;

/** Over SMTP where the operator has set one; otherwise each mail becomes a file under `DATA_DIR/outbox`. */
export function openMailTransport(config: Config): Send {
  return config.smtpUrl === null ? writeToFolder(config) : sendOverSmtp(config, config.smtpUrl);
}

function sendOverSmtp(config: Config, smtpUrl: string): Send {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return async (message) => {
    const { response } = await transport.sendMail(fieldsOf(message, config));
    return { forget: true, answer: response };
  };
}

function writeToFolder(config: Config): Send {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    const { message: bytes } = await transport.sendMail(fieldsOf(message, config));
    const folder = outboxFolder(config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${message.id}.draft`);
    await writeFile(draft, bytes as Buffer, { mode: 0o600 });
    await rename(draft, join(folder, mailFileName(message.id)));
    return { forget: false };
  };
}

export const outboxFolder = ({ dataDir }: Config) => join(dataDir, 'outbox');
export const mailFileName = (id: number) => `${String(id).padStart(8, '0')}.eml`;

/** The same message has the same id however often it is tried, so a mailbox can tell a repetition. */
function fieldsOf({ id, to, subject, text, html }: Message, { mailFrom, publicUrl }: Config) {
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
