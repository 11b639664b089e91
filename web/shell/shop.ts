import { isBrowser } from '../surroundings.ts';

/**
 * The shop's name and logo on every page. The server writes them into the page (server/http/served-pages.ts), so that
 * the first paint has them; later changes by an administrator replace them (shop-on-page.ts). Empty: the product's own.
 */
export const shopOnPage: DOMStringMap = isBrowser ? document.documentElement.dataset : {};

export const shopName = (): string => shopOnPage.shop || 'Tunedesk';
