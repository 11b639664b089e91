import type { Database } from '../database/connect.ts';
import { sendJob } from '../jobs.ts';
import type { Letter } from './letter.ts';
import { htmlOf, textOf } from './letter.ts';

/**
 * Posts a mail in the caller's transaction. `key` names the event, such as `file-ready:12:3`; a second mail of the same
 * event is not posted.
 */
export async function postMail(db: Database, mail: { key: string; to: string; letter: Letter }): Promise<void> {
  const { key, to, letter } = mail;
  const posted = await db
    .insertInto('mails')
    .values({ key, recipient: to, subject: letter.subject, text_body: textOf(letter), html_body: htmlOf(letter) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (posted) await sendJob(db, 'deliver-mail', posted.id);
}

/** Jobs are no part of a backup: after a restore, what waits in the outbox is put in line again. */
export async function resendWaiting(db: Database): Promise<void> {
  const waiting = await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
  for (const { id } of waiting) await sendJob(db, 'deliver-mail', id);
}
