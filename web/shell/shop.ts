import type { ApplicationConfiguration } from '../../portal/settings/settings.contract.ts';
import { isBrowser } from '../surroundings.ts';

/**
 * How the portal is named on every page. The server writes it onto the page (server/http/served-pages.ts), so that the
 * first paint has it; a configuration that is read later takes its place.
 */
const page = (): DOMStringMap => (isBrowser ? document.documentElement.dataset : {});

export const shopName = (): string => page().shop ?? 'Tunedesk';

/** The address of the shop's logo; undefined: the product's own mark. */
export const shopLogo = (): string | undefined => page().logo;

export function showShop({ shop_name, logo_url }: ApplicationConfiguration): void {
  const shown = page();
  delete shown.shop;
  delete shown.logo;
  if (shop_name !== null) shown.shop = shop_name;
  if (logo_url !== null) shown.logo = logo_url;
}
