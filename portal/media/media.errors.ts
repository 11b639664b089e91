import { refusal } from '../refusal.ts';

export const notAPicture = refusal('media.not_a_picture', 'Please choose a PNG, JPEG or WebP image.', 'file');
export const notMedia = refusal(
  'media.not_media',
  'Please choose a PNG, JPEG or WebP image, or an MP4 or WebM video.',
  'file',
);
export const tooManyPixels = refusal(
  'media.too_many_pixels',
  'The image has too many pixels. At most 50 megapixels.',
  'file',
);
export const unreadable = refusal('media.unreadable', 'The image could not be read. It may be damaged.', 'file');
