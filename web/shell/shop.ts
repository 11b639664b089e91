import { DEFAULT_TIME_ZONE } from '../../portal/default-time-zone.ts';
import { isBrowser } from '../surroundings.ts';

/**
 * The shop's name, logo and time zone on every page. The server writes them into the page (server/http/served-pages.ts), so that
 * the first paint has them; later changes by an administrator replace them (shop-on-page.ts). Empty: the product's own.
 */
export const shopOnPage: DOMStringMap = isBrowser ? document.documentElement.dataset : {};

export const shopName = (): string => shopOnPage.shop || 'Tunedesk';

/** The one time zone of everything that a page shows: that of the shop, wherever its reader is. */
export const shopZone = (): string => shopOnPage.zone || DEFAULT_TIME_ZONE;
