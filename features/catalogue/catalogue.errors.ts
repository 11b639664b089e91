import { refusal, refusalWith } from '../../contract/refusal.ts';

export const unknownImage = refusal('errors.catalogue.unknown_image', 'image_url');
export const imageInUse = refusalWith<{ solutions: string }>('errors.catalogue.image_in_use');
