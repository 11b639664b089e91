import { randomUUID } from 'node:crypto';
import { computeSecondsUntil, takeAllowance } from '../../../../server/database/allowances.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { tooManyCalls } from '../../../../server/http/replies.ts';
import { type Mail, greetingOf, postMail } from '../../../../server/mail/outbox.ts';
import { storedText } from '../../../../contract/texts.ts';
import { noBackupTarget } from '../first-start.rules.ts';
import { type RecordedChange, recordChange } from '../../../staff/audit/server/audit.ts';

const MAX_TEST_MAILS = 10;
const HOUR_MS = 3_600_000;

/** Sends a mail to the caller alone, over the same path as every other mail, so that it shows what becomes of those. */
export async function sendTestMail({ db, clock }: Deps, actor: Actor): Promise<{ message: string; to: string }> {
  const to = await db.transaction().execute(async (tx) => {
    const limit = { subject: `test-mail:user:${actor.id}`, periodMs: HOUR_MS, maxUses: MAX_TEST_MAILS };
    const freeAt = await takeAllowance(tx, clock.now(), limit);
    if (freeAt !== null) throw tooManyCalls(computeSecondsUntil(freeAt, clock.now()));
    const { email, username } = await tx
      .selectFrom('users')
      .select(['email', 'username'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow();
    const key = `test-mail:${randomUUID()}`;
    // The caller has read that this address gets the mail; even one that was never confirmed may be tried.
    await postMail(tx, { key, to: email, mail: testMail(username), isAboutAccount: true, isConfirmation: true });
    const { id } = await tx.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow();
    await tx.updateTable('first_start').set({ test_mail_id: id }).execute();
    return email;
  });
  return { message: 'The test mail is on its way.', to };
}

const testMail = (name: string): Mail => ({
  subject: storedText('mails.testSubject'),
  greeting: greetingOf(name),
  paragraphs: [storedText('mails.test'), storedText('mails.testSentTo')],
});

/**
 * Requests a backup, which the housekeeper makes (app/server/scheduled-backups.ts). A pending request is not repeated.
 */
export async function requestBackup(deps: Deps, actor: Actor): Promise<{ message: string }> {
  if (deps.config.backupTarget === null) throw noBackupTarget();
  await markOnce(deps, actor, 'backup_requested_at', { name: 'Backup', from: null, to: 'requested' });
  return { message: 'A backup begins within a minute.' };
}

type Mark = 'dismissed_at' | 'backup_requested_at';

type FromTo = Pick<RecordedChange, 'from' | 'to'> & { name: string };

/**
 * Sets a time that is not set yet, with its entry in the audit list; a time already set stays, without another entry.
 */
export async function markOnce(
  { db, clock }: Deps,
  actor: Actor,
  mark: Mark,
  { name, from, to }: FromTo,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('first_start')
      .set({ [mark]: clock.now() })
      .where(mark, 'is', null)
      .returning('only_one')
      .executeTakeFirst();
    if (marked === undefined) return;
    const subject = { kind: 'CONFIGURATION', name } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from, to });
  });
}
