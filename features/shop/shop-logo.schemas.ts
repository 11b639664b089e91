import * as z from 'zod/mini';
import { Done, Nothing } from '../../contract/fields.schemas.ts';

export const setShopLogo = {
  input: Nothing,
  reply: z.object({ logo_url: z.string() }),
};

export const deleteShopLogo = {
  input: Nothing,
  reply: Done,
};
