import { portalUrl } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { greetingOf, nameInMail } from '../../../server/mail/mail-text.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { isNotifiedByMail, notify } from '../../messaging/server/notifications.ts';
import type { UnreadKind } from '../../messaging/notifications.calls.ts';
import { storedText, type StoredText } from '../../../contract/texts.ts';
import { getFileFieldLabel } from '../file-field-labels.ts';
import { type FileFieldName, REPORTED_FIELDS } from '../file-fields.ts';
import { splitSolutionNames } from '../files.rules.ts';
import { selectFileForMail } from './files.queries.ts';
import { selectFilesInScope } from './file-work.ts';

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

export type Before = Awaited<ReturnType<typeof lockFile>>;

/** Returns what the owner already knows. Locks the row, so that only the first of two concurrent clicks is news. */
export const lockFile = (tx: Database, actor: Actor, id: number) =>
  selectFilesInScope(tx, actor)
    .select(['files.file_id', 'files.status', 'files.feasible', 'files.price_cents'])
    .select(['files.mod_file_name', 'files.mod_file_sha256', 'files.ready_mailed_at'])
    .where('files.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

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
      closing: [storedText('mails.unclear')],
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

const composeReadyMail = (file: MailedFile): Words => ({
  subject: storedText('mails.readySubject', { id: file.file_id, price: priceOf(file) }),
  paragraphs: [
    storedText('mails.ready', { name: file.file_name }),
    storedText('mails.price', { price: priceOf(file) }),
    ...note(file),
  ],
});

const composePriceMail = (file: MailedFile, price_cents: number): Words => ({
  subject: storedText('mails.priceSubject', { id: file.file_id, price: priceOf(file) }),
  paragraphs: [
    storedText('mails.priceChanged', { name: file.file_name, before: priceOf({ price_cents }), price: priceOf(file) }),
    storedText('mails.payOrCancel'),
    ...note(file),
  ],
});

const composePossibleAgainMail = (file: MailedFile): Words => ({
  subject: storedText('mails.possibleSubject', { id: file.file_id, price: priceOf(file) }),
  paragraphs: [
    storedText('mails.possible', { name: file.file_name }),
    storedText('mails.price', { price: priceOf(file) }),
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
