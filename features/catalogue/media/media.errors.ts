import { refusal } from '../../../contract/refusal.ts';

export const notAPicture = refusal('errors.media.not_a_picture', 'file');
export const notMedia = refusal('errors.media.not_media', 'file');
export const tooManyPixels = refusal('errors.media.too_many_pixels', 'file');
export const unreadable = refusal('errors.media.unreadable', 'file');
