import { refusal, refusalWith } from '../refusal.ts';

export const unknownImage = refusal(
  'catalogue.unknown_image',
  'This image no longer exists. Please choose one of the solution images.',
  'image_url',
);
export const imageInUse = refusalWith<{ solutions: string }>(
  'catalogue.image_in_use',
  ({ solutions }) => `This image is shown with ${solutions}. Choose another image there first.`,
);
