import { portalUrl } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { greetingOf, nameInMail } from '../../../server/mail/mail-text.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { selectActiveUsersWith } from '../../accounts/server/living-users.ts';
import { listNotifiedBy, notify } from '../../messaging/server/notifications.ts';
import { storedText, type StoredText } from '../../../contract/texts.ts';
import { splitSolutionNames } from '../files.rules.ts';
import { selectFileForMail } from './files.queries.ts';

type Config = Pick<Deps, 'config'>;
type FileOfCustomer = Awaited<ReturnType<ReturnType<typeof selectFileForMail>['executeTakeFirstOrThrow']>>;

interface StaffNotice {
  kind: 'NEW_FILE' | 'CHANGE_REQUEST';
  /** Identifies the event: each administrator gets one mail for it. */
  key: string;
  subject: StoredText;
  paragraphs: (StoredText | string)[];
}

/** Reports that a customer has sent a file, in the transaction that stores its row. */
export const notifyNewFile = (tx: Database, deps: Config, id: number) =>
  notifyStaff(tx, deps, id, (file) => ({
    kind: 'NEW_FILE',
    key: `new-file:${id}`,
    subject: storedText('mails.newFileSubject', { id: file.file_id, name: file.username }),
    paragraphs: [
      storedText('mails.newFile', {
        name: nameInMail(file.username),
        file: nameInMail(file.file_name),
        solutions: splitSolutionNames(file.solution).map(nameInMail).join(', '),
      }),
    ],
  }));

/** Reports that a customer requests a change of a delivered file, in the transaction that accepts it. */
export const notifyChangeRequest = (tx: Database, deps: Config, id: number, request: { id: number; reason: string }) =>
  notifyStaff(tx, deps, id, (file) => ({
    kind: 'CHANGE_REQUEST',
    key: `change-request:${request.id}`,
    subject: storedText('mails.changeRequestSubject', { id: file.file_id, name: file.username }),
    paragraphs: [storedText('mails.changeRequest', { name: nameInMail(file.username) }), request.reason],
  }));

async function notifyStaff(
  tx: Database,
  { config }: Config,
  id: number,
  write: (file: FileOfCustomer) => StaffNotice,
): Promise<void> {
  const file = await selectFileForMail(tx, id).executeTakeFirst();
  if (!file) return;
  const { kind, key, subject, paragraphs } = write(file);
  const staff = await selectActiveUsersWith(tx, 'files.price').execute();
  const ids = staff.map((one) => one.id);
  const path = `/admin/view-file/${id}`;
  await notify(tx, { userIds: ids, message: subject, url: path, about: { kind, fileId: id } });
  const mailedIds = new Set(await listNotifiedBy(tx, 'by_mail', kind, ids));
  for (const { id: staffId, email, username } of staff.filter((one) => mailedIds.has(one.id))) {
    await postMail(tx, {
      key: `${key}:${staffId}`,
      to: email,
      aboutUserId: file.user_id,
      mail: {
        subject,
        greeting: greetingOf(username),
        paragraphs,
        action: { label: storedText('mails.openOrder'), url: `${portalUrl(config)}${path}` },
      },
    });
  }
}
