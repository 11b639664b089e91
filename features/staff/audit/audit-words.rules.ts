import type { Change, ChangeKind, ChangeSubject } from './audit.calls.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

/** The label of each kind of change: one word, as used on the screens. */
export const KIND_WORDS: Record<ChangeKind, Label> = {
  BALANCE: textKey('common.creditBalance'),
  AI_BALANCE: textKey('common.aiCreditBalance'),
  ROLE: textKey('common.role'),
  STATUS: textKey('common.status'),
  CONTACT: textKey('staff.audit.contact'),
  COUNTRY_IN_FORCE: textKey('staff.audit.countryInForce'),
  PASSWORD: textKey('common.password'),
  SECOND_FACTOR: textKey('accounts.secondFactor.title'),
  PRICE: textKey('common.price'),
  FEASIBILITY: textKey('common.feasible'),
  FILE_STATUS: textKey('staff.audit.fileStatus'),
  MODIFIED_FILE: textKey('common.modifiedFile'),
  ASSIGNEE: textKey('staff.work.assignee'),
  SOLUTION: textKey('common.solution'),
  CONFIGURATION: textKey('common.configuration'),
  NOTE: textKey('staff.notes.kindNote'),
  TAGS: textKey('staff.notes.tags'),
  CREATED: textKey('staff.audit.added'),
  DELETED: textKey('staff.audit.deleted'),
  RESTORED: textKey('staff.audit.restored'),
  ERASED: textKey('staff.audit.erased'),
  EXPORTED: textKey('staff.audit.exported'),
  VIEWED: textKey('accounts.security.event.viewed'),
};

export const SUBJECT_WORDS: Record<ChangeSubject, Label> = {
  USER: textKey('staff.audit.user'),
  FILE: textKey('common.file'),
  SOLUTION: textKey('common.solution'),
  SOLUTION_IMAGE: textKey('staff.audit.solutionImage'),
  LOGIN_MEDIA: textKey('staff.audit.loginImage'),
  SAVED_REPLY: textKey('staff.audit.savedReply'),
  STAFF_ROLE: textKey('accounts.staffRole'),
  WEBHOOK: textKey('staff.audit.webhook'),
  CONFIGURATION: textKey('common.configuration'),
};

/** Path of the page that shows the changed record; null when it is gone or has no page of its own. */
export function pathOfSubject({ subject, subject_id, is_gone }: Change): string | null {
  if (is_gone) return null;
  if (subject === 'CONFIGURATION') return '/admin/application-configuration';
  if (subject === 'WEBHOOK') return '/admin/webhooks';
  if (subject === 'STAFF_ROLE') return '/admin/staff-roles';
  if (subject_id === null) return null;
  if (subject === 'USER') return `/admin/edit-user/${subject_id}`;
  if (subject === 'FILE') return `/admin/view-file/${subject_id}`;
  return subject === 'SOLUTION' ? `/admin/edit-solution/${subject_id}` : null;
}
