import type { Change, ChangeKind, ChangeSubject } from './audit.contract.ts';

/** What people call it; one word each, as on the screens. */
export const KIND_WORDS: Record<ChangeKind, string> = {
  BALANCE: 'Credit Balance',
  AI_BALANCE: 'AI Credit Balance',
  ROLE: 'Role',
  STATUS: 'Status',
  CONTACT: 'Contact',
  COUNTRY_IN_FORCE: 'Country in force',
  PASSWORD: 'Password',
  PRICE: 'Price',
  FEASIBILITY: 'Feasible',
  FILE_STATUS: 'File status',
  MODIFIED_FILE: 'Modified file',
  SOLUTION: 'Solution',
  CONFIGURATION: 'Configuration',
  CREATED: 'Added',
  DELETED: 'Deleted',
};

export const SUBJECT_WORDS: Record<ChangeSubject, string> = {
  USER: 'User',
  FILE: 'File',
  SOLUTION: 'Solution',
  SOLUTION_IMAGE: 'Solution image',
  LOGIN_MEDIA: 'Login image',
  SAVED_REPLY: 'Saved reply',
  CONFIGURATION: 'Configuration',
};

/** Where the thing can be seen; null for what is gone or has no page of its own. */
export function pathOfSubject({ subject, subject_id, is_gone }: Change): string | null {
  if (is_gone) return null;
  if (subject === 'CONFIGURATION') return '/admin/application-configuration';
  if (subject_id === null) return null;
  if (subject === 'USER') return `/admin/edit-user/${subject_id}`;
  if (subject === 'FILE') return `/admin/view-file/${subject_id}`;
  return subject === 'SOLUTION' ? `/admin/edit-solution/${subject_id}` : null;
}
