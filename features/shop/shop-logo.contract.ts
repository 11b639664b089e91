import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './shop-logo.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { PICTURE_ERRORS } from '../catalogue/media/media.list.ts';

export type * from './shop-logo.schemas.ts';

export const setShopLogo = endpoint<typeof schemas.setShopLogo>()({
  method: 'POST',
  path: '/application-configuration/logo',
  summary: 'Set the logo of the shop',
  description: 'A PNG, JPEG or WebP image. It is redrawn, on a background of its own if it is transparent.',
  who: 'settings.change',
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  errors: PICTURE_ERRORS,
});

export const deleteShopLogo = endpoint<typeof schemas.deleteShopLogo>()({
  method: 'DELETE',
  path: '/application-configuration/logo',
  summary: 'Remove the logo of the shop',
  description: "Shows the product's own logo again.",
  who: 'settings.change',
});
