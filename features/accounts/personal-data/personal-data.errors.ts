import { refusal, refusalWith } from '../../../contract/refusal.ts';

export const filesInWork = refusalWith<{ count: number }>('errors.personal-data.files_in_work');
export const creditsLeft = refusalWith<{ credits: number }>('errors.personal-data.credits_left');
export const confirmationDiffers = refusal('errors.personal-data.confirmation_differs', 'confirmation');
