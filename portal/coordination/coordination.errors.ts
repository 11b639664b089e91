import { refusal, refusalWith } from '../refusal.ts';

/** A colleague was faster; `username` is theirs, and `assignee_id` goes with another attempt. */
export const taken = refusalWith<{ username: string; assignee_id: number }>('errors.coordination.taken');
export const released = refusal('errors.coordination.released');
export const notStaff = refusal('errors.coordination.not_staff', 'assignee_id');
