import { refusal } from '../../../contract/refusal.ts';

export const notDelivered = refusal('errors.revisions.not_delivered');
export const revisionOver = refusal('errors.revisions.over');
export const revisionOpen = refusal('errors.revisions.open');
export const noRevision = refusal('errors.revisions.none');
