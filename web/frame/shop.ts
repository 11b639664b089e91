import { DEFAULT_TIME_ZONE, findTimeZone } from '../../contract/zone-time.ts';
import { isBrowser } from '../client/hydrated.ts';

/**
 * The shop's name, logo and time zone on every page. The server writes them into the page
 * (server/http/served-pages.ts), so that the first paint has them; later changes by an administrator replace them
 * (shop-on-page.ts). Empty: the product's own.
 */
export const shopOnPage: DOMStringMap = isBrowser ? document.documentElement.dataset : {};

export const getShopName = (): string => shopOnPage.shop || 'Tunedesk';

/** The one time zone of everything that a page shows: that of the shop, wherever its reader is. */
export function getShopZone(): string {
  const { zone } = shopOnPage;
  return zone && isKnown(zone) ? zone : DEFAULT_TIME_ZONE;
}

const known = new Map<string, boolean>();

/** Remembers the answer: a page asks for each of its times. */
function isKnown(zone: string): boolean {
  const answer = known.get(zone) ?? findTimeZone(zone) !== null;
  known.set(zone, answer);
  return answer;
}
