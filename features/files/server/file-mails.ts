import { portalUrl } from '../../../server/texts.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps, Upload } from '../../../server/http/call.ts';
import { greetingOf, nameInMail, postMail } from '../../../server/mail/outbox.ts';
import { isNotifiedByMail, listNotifiedBy, notify } from '../../messaging/server/notifications.ts';
import type { UnreadKind } from '../../messaging/notifications.calls.ts';
import { type StoredText, storedText } from '../../../contract/texts.ts';
import { getFileFieldLabel } from '../file-field-labels.ts';
import { type FileFieldName, REPORTED_FIELDS } from '../file-fields.ts';
import { isOpen, splitSolutionNames } from '../files.rules.ts';
import { selectFileForMail } from './file-rows.ts';
import type { Before } from './file-edits.ts';
import { selectActiveUsersWith } from '../../../server/database/active-users.ts';

type Config = Pick<Deps, 'config'>;

/**
 * Reports that a file has arrived. Runs in the transaction that stores its row; all of these functions run in the
 * transaction of what they report.
 */
export const mailReceived = (tx: Database, deps: Config, id: number) =>
  mailOwner(tx, deps, id, (file) => ({ key: `file-received:${id}`, kind: null, ...composeReceivedMail(file) }));

/** Reports that the credits of a paid file are refunded, which happens only once per file. */
export const mailRefunded = (tx: Database, deps: Config, id: number) =>
  mailOwner(tx, deps, id, (file) => ({ key: `file-refunded:${id}`, kind: 'STATUS', ...composeRefundedMail(file) }));

/**
 * Reports that the file can be paid for the first time, at a changed price, or again after it was not possible; or that
 * a paid one has new bytes. Saving the same again is not news. "Ready" is mailed once for each file.
 */
export const mailReady = (tx: Database, deps: Config, id: number, { before, upload }: Change) =>
  mailOwner(tx, deps, id, (file) => {
    if (file.price_status === 'PAID') {
      const isNew = upload !== null && upload.sha256 !== before?.mod_file_sha256;
      return isNew ? { key: `file-version:${id}:${upload.key}`, kind: 'READY', ...composeVersionMail(file) } : null;
    }
    if (file.feasible !== 'POSSIBLE') return null;
    const wasPossible = before?.feasible === 'POSSIBLE';
    if (!wasPossible && !before?.ready_mailed_at)
      return { key: `file-ready:${id}`, kind: 'PRICE', ...composeReadyMail(file) };
    if (!wasPossible)
      return {
        key: `file-possible-again:${id}:${file.offer_version}`,
        kind: 'PRICE',
        ...composePossibleAgainMail(file),
      };
    if (before.price_cents === file.price_cents) return null;
    return {
      key: `file-price:${id}:${file.offer_version}`,
      kind: 'PRICE',
      ...composePriceMail(file, before.price_cents),
    };
  });

/** Reports that staff decline to change a delivered file; the note gives the reason. */
export const mailDeclined = (tx: Database, deps: Config, id: number, reason: string) =>
  mailOwner(tx, deps, id, (file) => ({
    key: `file-change-declined:${id}:${file.updated_at}`,
    kind: 'STATUS',
    subject: storedText('revisions.declinedNotice', { id: file.file_id }),
    paragraphs: [storedText('mails.note', { note: reason })],
  }));

type NamedFile = { id: number; file_id: string; user_id: number };

/** Staff have started on a file, or canceled an unpaid one: this sends a notification, but no mail. */
export const notifyStarted = (tx: Database, file: NamedFile) => notifyOfStatus(tx, file, 'mails.startedNotice');
export const notifyCanceled = (tx: Database, file: NamedFile) => notifyOfStatus(tx, file, 'mails.canceledNotice');

const notifyOfStatus = (tx: Database, file: NamedFile, text: 'mails.startedNotice' | 'mails.canceledNotice') =>
  notify(tx, {
    userIds: [file.user_id],
    message: storedText(text, { id: file.file_id }),
    url: `/view-file/${file.id}`,
    about: { kind: 'STATUS', fileId: file.id },
  });

/** Reports that it cannot be done now: the owner decides whether to wait or to cancel. Mailed once if set twice. */
export const mailNotPossible = (tx: Database, deps: Config, id: number, before: Before) =>
  mailOwner(tx, deps, id, (file) =>
    before?.feasible === 'NOT_POSSIBLE'
      ? null
      : { key: `file-not-possible:${id}:${file.updated_at}`, kind: 'STATUS', ...composeNotPossibleMail(file) },
  );

interface Change {
  before: Before;
  upload: Upload | null;
}

type MailedFile = Awaited<ReturnType<ReturnType<typeof selectFileForMail>['executeTakeFirstOrThrow']>>;
/** `kind` null marks a receipt: the owner has just sent the file and sees it on the page. */
type News = { key: string; kind: UnreadKind | null } & Words;
type Words = { subject: StoredText; paragraphs: StoredText[] };

async function mailOwner(
  tx: Database,
  { config }: Config,
  id: number,
  write: (file: MailedFile) => News | null,
): Promise<void> {
  const found = await selectFileForMail(tx, id).executeTakeFirst();
  const file = found && withNamesInMail(found);
  const written = file && write(file);
  if (!file || !written) return;
  const { key, kind, ...words } = written;
  if (kind !== null) {
    const about = { kind, fileId: id };
    await notify(tx, { userIds: [file.user_id], message: words.subject, url: `/view-file/${id}`, about });
    if (!(await isNotifiedByMail(tx, kind, file.user_id))) return;
  }
  await postMail(tx, {
    key,
    to: file.email,
    mail: {
      ...words,
      greeting: greetingOf(file.username),
      action: { label: storedText('mails.openFile'), url: `${portalUrl(config)}/view-file/${id}` },
      closing: file.ticket_id !== null || isOpen(file) ? [storedText('mails.unclear')] : [],
    },
  });
}

/** These texts were entered by the owner. */
const withNamesInMail = (file: MailedFile): MailedFile => ({
  ...file,
  file_name: nameInMail(file.file_name),
  solution: splitSolutionNames(file.solution)
    .map((name) => (name.startsWith('DTC:') ? `DTC:${nameInMail(name.slice(4))}` : name))
    .join(','),
});

const priceOf = ({ price_cents }: { price_cents: number }) => ({ cents: price_cents });
const note = ({ notes }: MailedFile) => (notes === null ? [] : [storedText('mails.note', { note: notes })]);

const describeField = (name: FileFieldName, value: string | null) =>
  value === null ? [] : [storedText('mails.fileField', { field: getFileFieldLabel(name), value: nameInMail(value) })];

const composeReceivedMail = (file: MailedFile): Words => ({
  subject: storedText('mails.receivedSubject', { id: file.file_id }),
  paragraphs: [
    storedText('mails.received', { name: file.file_name }),
    ...REPORTED_FIELDS.flatMap((name) => describeField(name, file[name])),
    storedText('mails.chosen', { solutions: splitSolutionNames(file.solution).join(', '), price: priceOf(file) }),
    storedText('mails.writeAgain'),
  ],
});

const offerOf = (file: MailedFile) => ({ id: file.file_id, name: file.file_name, price: priceOf(file) });

const composeReadyMail = (file: MailedFile): Words =>
  composeOffer(file, storedText('mails.readySubject', offerOf(file)), storedText('mails.ready', offerOf(file)));

const composePossibleAgainMail = (file: MailedFile): Words =>
  composeOffer(file, storedText('mails.possibleSubject', offerOf(file)), storedText('mails.possible', offerOf(file)));

const composeOffer = (file: MailedFile, subject: StoredText, text: StoredText): Words => ({
  subject,
  paragraphs: [text, storedText('mails.price', { price: priceOf(file) }), ...note(file)],
});

const composePriceMail = (file: MailedFile, price_cents: number): Words => ({
  subject: storedText('mails.priceSubject', { id: file.file_id, price: priceOf(file) }),
  paragraphs: [
    storedText('mails.priceChanged', { name: file.file_name, before: priceOf({ price_cents }), price: priceOf(file) }),
    storedText('mails.payOrCancel'),
    ...note(file),
  ],
});

const composeNotPossibleMail = (file: MailedFile): Words => ({
  subject: storedText('mails.notPossibleSubject', { id: file.file_id }),
  paragraphs: [
    storedText('mails.notPossible', { name: file.file_name }),
    storedText('mails.waitOrCancel'),
    ...note(file),
  ],
});

const composeVersionMail = (file: MailedFile): Words => ({
  subject: storedText('mails.versionSubject', { id: file.file_id }),
  paragraphs: [storedText('mails.version', { name: file.file_name }), ...note(file)],
});

const composeRefundedMail = (file: MailedFile): Words => ({
  subject: storedText('mails.refundedSubject', { id: file.file_id, price: priceOf(file) }),
  paragraphs: [storedText('mails.refunded', { name: file.file_name, price: priceOf(file) }), ...note(file)],
});

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
  write: (file: MailedFile) => StaffNotice,
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
