/** Error codes of every call that takes a picture and redraws it. */
export const PICTURE_ERRORS = ['media.not_a_picture', 'media.too_many_pixels', 'media.unreadable'] as const;
