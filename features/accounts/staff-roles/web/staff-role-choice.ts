import { useSession } from '../../../../web/client/session.ts';

/** Whether the reader has no staff role: only they change roles. */
export const useMayChangeRoles = (): boolean => useSession()?.user.staff_capabilities === null;

/** The form's text as the call takes it. */
export const toStaffRoleId = (role: string, chosen: string): number | null =>
  role === 'ADMIN' && chosen !== '' ? Number(chosen) : null;
