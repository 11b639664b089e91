import { isBrowser } from '../surroundings.ts';

/**
 * How the portal is named on every page. The server writes it onto the page (server/http/served-pages.ts), so that the
 * first paint has it; what an administrator changes meanwhile takes its place (shop-on-page.ts). Nothing: as the product.
 */
export const shopOnPage: DOMStringMap = isBrowser ? document.documentElement.dataset : {};

export const shopName = (): string => shopOnPage.shop || 'Tunedesk';
