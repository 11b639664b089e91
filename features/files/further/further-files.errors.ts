import { refusal, refusalWith } from '../../../contract/refusal.ts';

export const fileIsClosed = refusal('errors.further-files.file_closed');
export const tooManyFurtherFiles = refusalWith<{ most: number }>('errors.further-files.too_many');
