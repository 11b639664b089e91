import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { PRODUCT_NAME, type Texts, findShopName, getTexts } from '../texts.ts';
import { dropJobs, sendJob, sendJobs } from '../jobs.ts';
import { type StoredText, storedText } from '../../contract/texts.ts';
import { escapeHtml } from '../html/sanitise.ts';
import type { Language } from '../../contract/languages.ts';

export interface PostedMail {
  key: string;
  to: string;
  mail: Mail;
  /** The user needs it to get into an account, or has to know what happened to it: it is sent before all others. */
  isAboutAccount?: true;
  /** It asks to confirm the address: the only mail that an unconfirmed address gets. */
  isConfirmation?: true;
  /** Used when the address has no account, or one without a language. */
  language?: string | null;
  /** The user it is about, when that is not its recipient: their erasure removes it. */
  aboutUserId?: number;
}

const ACCOUNT_PRIORITY = 10;

/** Condition of a row of `mails`: it is about an account, and its text may hold a link that opens it. */
export const IS_ABOUT_ACCOUNT = sql<boolean>`mails.priority > 0`;

/**
 * Posts a mail in the caller's transaction. `key` names the event, such as `file-ready:12:3`; a second mail of the same
 * event is not posted, and neither is one to an address that is not confirmed, since it may be a stranger's. Returns
 * whether it was posted.
 */
export async function postMail(db: Database, mail: PostedMail): Promise<boolean> {
  const { key, to, isAboutAccount = false, isConfirmation = false } = mail;
  const account = await findAccount(db, to);
  if (!isConfirmation && account?.verified === false) return false;
  const texts = getTexts(account?.language ?? mail.language ?? null);
  const { subject, text, html } = renderMail(mail.mail, texts, await findShopName(db));
  const priority = isAboutAccount ? ACCOUNT_PRIORITY : 0;
  const user_id = mail.aboutUserId ?? account?.id ?? null;
  const posted = await db
    .insertInto('mails')
    .values({ key, recipient: to, subject, text_body: text, html_body: html, priority, user_id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (posted) await sendJob(db, 'deliver-mail', posted.id, { priority });
  return posted !== undefined;
}

const findAccount = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'verified', 'language'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Jobs are not part of a backup: after a restore, mails waiting in the outbox are queued again. */
export async function resendWaiting(db: Database): Promise<void> {
  const waiting = await db
    .selectFrom('mails')
    .select(['id', 'mailing_id', 'priority'])
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute();
  const single = waiting.filter(({ mailing_id }) => mailing_id === null);
  await sendJobs(db, 'deliver-mail', single);
  const mailings = new Set(waiting.flatMap(({ mailing_id }) => mailing_id ?? []));
  await sendJobs(
    db,
    'send-mailing',
    [...mailings].map((id) => ({ id })),
  );
}

/**
 * Settles the mails of an invented past, those after this id: they count as sent when they were created. Nothing waits for them, and real
 * mails would queue up behind them.
 */
export async function settlePastMails(db: Database, lastRealId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mails')
      .set((eb) => ({ sent_at: eb.ref('created_at'), attempts: 1 }))
      .where('sent_at', 'is', null)
      .where('id', '>', lastRealId)
      .execute();
    await dropJobs(tx, 'deliver-mail');
    await resendWaiting(tx);
  });
}

/** The content of a mail before its reader's language is known. What people wrote is a plain string. */
export interface Mail<Text = string | StoredText> {
  subject: Text;
  greeting: Text;
  paragraphs: readonly Text[];
  /** One thing to do, and its address. */
  action?: { label: Text; url: string };
  closing?: readonly Text[];
}

/** A mail in one language, as plain text and as HTML. */
interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export const greetingOf = (name: string): StoredText => storedText('mails.greeting', { name: nameInMail(name) });

/** Placeholder in the values of a text for the shop's name, which is looked up when the mail is posted. */
export const SHOP = '';

/** `shop` is the signature, and replaces `SHOP` in the texts. */
function renderMail(
  { subject, greeting, paragraphs, action, closing = [] }: Mail,
  texts: Texts,
  shop = PRODUCT_NAME,
): RenderedMail {
  const render = (text: string | StoredText) =>
    texts.render(typeof text === 'string' ? text : { ...text, values: { ...text.values, shop } });
  const mail: Mail<string> = {
    subject: render(subject),
    greeting: render(greeting),
    paragraphs: paragraphs.map(render),
    ...(action && { action: { ...action, label: render(action.label) } }),
    closing: closing.map(render),
  };
  return { subject: mail.subject, text: renderText(mail, shop), html: renderHtml(mail, texts.language, shop) };
}

function renderText({ greeting, paragraphs, action, closing = [] }: Mail<string>, shop: string): string {
  const lines = [
    greeting,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...closing,
  ];
  return `${lines.join('\n\n')}\n\n${shop}\n`;
}

/** Uses tables and inline styles, which mail programs of the last twenty years all understand. */
function renderHtml(
  { subject, greeting, paragraphs, action, closing = [] }: Mail<string>,
  language: Language,
  shop: string,
): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#0b6470;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
        `<p style="color:#5b6470;font-size:13px;margin:0 0 16px;word-break:break-all">${escapeHtml(action.url)}</p>`;
  return wrapMail(
    subject,
    [paragraph(greeting), ...paragraphs.map(paragraph), button, ...closing.map(paragraph)].join(''),
    { language, shop },
  );
}

/** Wraps content in the frame that all mails share; `content` is HTML that is already sanitised. */
export function wrapMail(
  subject: string,
  content: string,
  { language = 'en', shop = PRODUCT_NAME }: { language?: Language; shop?: string } = {},
): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="background:#f4f6f8;margin:0;padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#ffffff;border-radius:12px;max-width:560px"><tr>',
    '<td style="color:#14181d;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;padding:28px">',
    content,
    `<p style="color:#5b6470;font-size:13px;margin:24px 0 0">${escapeHtml(shop)}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
}

const MAX_CHARACTERS = 40;

/** Control characters, and those that are invisible or change the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Every dot that a mail program, or a parser of web addresses, treats as one. */
const DOTS = /[.\u2024\u3002\uFE52\uFF0E\uFF61]+(?=\S)/gu;
/** Extensions of ECU files and attachments that are not top-level domains (.zip and .mov are). */
const FILE_DOT = /·(?=(?:bin|ori|mod|hex|frf|sgo|s19|dat|txt|csv|log|pdf|png|jpe?g|gif|webp)$)/iu;

/**
 * Formats an entered name for a mail: one short line in which no mail program finds an address to link, since a
 * stranger may have entered it to get a text of their own sent to another user.
 */
export function nameInMail(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[@:/\\]+/gu, ' ')
    .replace(DOTS, '·')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(new Intl.Segmenter('en').segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_CHARACTERS) return line.replace(FILE_DOT, '.');
  // A cut ending could be a domain (.jp of .jpg): its dot is not restored, and a dot at the cut is removed.
  const cut = characters.slice(0, MAX_CHARACTERS - 1).join('');
  return `${cut.replace(/[\s.]+$/u, '')}…`;
}
