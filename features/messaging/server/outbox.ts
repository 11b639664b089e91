import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { IS_ABOUT_ACCOUNT } from '../../../server/mail/outbox.ts';
import type { Mail } from '../messaging.calls.ts';

const MAX_SHOWN = 500;

const COLUMNS = [
  'id',
  'recipient',
  'subject',
  'created_at',
  'sent_at',
  'is_saved',
  'refused_at',
  'attempts',
  'last_error',
] as const;

export async function listMails({ db, config }: Deps): Promise<{ stays_here: boolean; mails: Mail[] }> {
  const mails = await db.selectFrom('mails').select(COLUMNS).orderBy('id', 'desc').limit(MAX_SHOWN).execute();
  return { stays_here: config.smtpUrl === null, mails };
}

/**
 * Returns a mail with its text. One about an account may hold a link that opens it: only whoever can do everything anyway
 * reads that, so neither staff with a staff role nor a program.
 */
export async function getMail({ db }: Deps, actor: Actor, id: number): Promise<Mail & { text: string | null }> {
  const mail = await db
    .selectFrom('mails')
    .leftJoin('mailings', 'mailings.id', 'mails.mailing_id')
    .select(COLUMNS.map((column) => `mails.${column}` as const))
    .select((eb) => eb.fn.coalesce('mails.text_body', 'mailings.text_body').as('text'))
    .select(IS_ABOUT_ACCOUNT.as('is_about_account'))
    .where('mails.id', '=', id)
    .executeTakeFirst();
  if (!mail) throw notFound();
  return mail.is_about_account && actor.staff_capabilities !== null ? { ...mail, text: null } : mail;
}
