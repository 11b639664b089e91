import { refusal, refusalWith } from '../../../contract/refusal.ts';

export const periodBackwards = refusal('errors.reports.period_backwards', 'from');
export const periodTooLong = refusalWith<{ most: number }>('errors.reports.period_too_long', 'from');
