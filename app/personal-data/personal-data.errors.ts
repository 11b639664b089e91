import { refusalWith } from '../../portal/refusal.ts';

export const filesInWork = refusalWith<{ count: number }>('errors.personal_data.files_in_work');
export const creditsLeft = refusalWith<{ credits: number }>('errors.personal_data.credits_left');
