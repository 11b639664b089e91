import type { Deps } from '../http/call.ts';
import type { Send } from './transport.ts';

/**
 * Delivers one mail of the outbox. Its row is held meanwhile, so two workers cannot both send it; one that is on its
 * way already is left alone. Throws when the server did not take it, which is noted, and tried again later.
 */
export async function deliverMail({ db, clock }: Pick<Deps, 'db' | 'clock'>, send: Send, id: number): Promise<void> {
  let failure: unknown;
  await db.transaction().execute(async (tx) => {
    const mail = await tx
      .selectFrom('mails')
      // The text of a mailing is kept once for all of its mails.
      .leftJoin('mailings', 'mailings.id', 'mails.mailing_id')
      .select(['mails.id', 'mails.recipient', 'mails.subject', 'mails.attempts'])
      .select((eb) => [
        eb.fn.coalesce('mails.text_body', 'mailings.text_body').as('text_body'),
        eb.fn.coalesce('mails.html_body', 'mailings.html_body').as('html_body'),
      ])
      .where('mails.id', '=', id)
      .where('mails.sent_at', 'is', null)
      .where('mails.refused_at', 'is', null)
      .forUpdate('mails')
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return;
    const attempts = mail.attempts + 1;
    try {
      const { recipient, subject, text_body, html_body } = mail;
      const { forget, answer = null } = await send({
        id,
        to: recipient,
        subject,
        text: text_body ?? '',
        html: html_body ?? '',
      });
      await tx
        .updateTable('mails')
        .set({
          sent_at: clock.now(),
          attempts,
          last_error: null,
          server_answer: answer?.slice(0, 500) ?? null,
          ...(forget ? { text_body: null, html_body: null } : {}),
        })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      failure = error;
      const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await tx.updateTable('mails').set({ attempts, last_error }).where('id', '=', id).execute();
    }
  });
  if (failure !== undefined) throw failure;
}
