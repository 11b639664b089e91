import { refusal } from '../../../contract/refusal.ts';

export const tooManyNotes = refusal('errors.notes.too_many_notes');
export const tooManyTags = refusal('errors.notes.too_many_tags');
