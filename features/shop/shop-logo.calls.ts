import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { PICTURE_ERRORS } from '../catalogue/media/media.calls.ts';
import { invalid } from '../../contract/texts.ts';

export const setShopLogo = endpoint({
  method: 'POST',
  path: '/application-configuration/logo',
  summary: 'Set the logo of the shop',
  description: 'A PNG, JPEG or WebP image. It is redrawn, on a background of its own if it is transparent.',
  who: 'settings.change',
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  input: Nothing,
  reply: z.object({ logo_url: z.string() }),
  errors: PICTURE_ERRORS,
});

export const deleteShopLogo = endpoint({
  method: 'DELETE',
  path: '/application-configuration/logo',
  summary: 'Remove the logo of the shop',
  description: "Shows the product's own logo again.",
  who: 'settings.change',
  input: Nothing,
  reply: Done,
});
