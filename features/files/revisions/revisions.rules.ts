import type { File } from '../file.ts';
import { customerDownloadRefusal } from '../files.rules.ts';
import { type Refusal, refusal } from '../../../contract/refusal.ts';

type FileState = Pick<File, 'status' | 'price_status' | 'feasible' | 'price' | 'delivered_at' | 'revision_since'>;

export interface Period {
  /** Days after the delivery during which a change can be requested; 0: never. */
  days: number;
  now: Date;
}

const DAY_MS = 86_400_000;

export const endOfPeriod = (deliveredAt: string, days: number) => new Date(Date.parse(deliveredAt) + days * DAY_MS);

const isOver = (deliveredAt: string, { days, now }: Period) => endOfPeriod(deliveredAt, days) <= now;

/** Whether the file waits for a change requested by its owner. A file that has since been refunded does not. */
export const isInRevision = ({ status, revision_since }: Pick<FileState, 'status' | 'revision_since'>) =>
  revision_since !== null && status === 'PROCESSED';

export function requestRevisionRefusal(file: FileState, period: Period): Refusal | null {
  if (isInRevision(file)) return revisionOpen();
  if (customerDownloadRefusal(file) !== null || file.delivered_at === null) return notDelivered();
  return isOver(file.delivered_at, period) ? revisionOver() : null;
}

export const canRequestRevision = (file: FileState, period: Period) => requestRevisionRefusal(file, period) === null;

export const declineRevisionRefusal = (file: FileState): Refusal | null => (isInRevision(file) ? null : noRevision());

const notDelivered = refusal('errors.revisions.not_delivered');
const revisionOver = refusal('errors.revisions.over');
const revisionOpen = refusal('errors.revisions.open');
const noRevision = refusal('errors.revisions.none');
