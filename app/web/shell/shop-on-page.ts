import type { ApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { useApplicationConfiguration } from '../../../features/shop/web/settings.api.ts';
import { shopOnPage } from '../../../web/frame/shop.ts';

/**
 * Applies a new name, logo or time zone to open pages, also for components rendered below; before a login, the next page
 * has it.
 */
export function useShopOnPage(): void {
  const { data } = useApplicationConfiguration();
  if (data !== undefined) show(data);
}

function show({ shop_name, logo_url, time_zone }: ApplicationConfiguration): void {
  shopOnPage.shop = shop_name ?? '';
  shopOnPage.logo = logo_url ?? '';
  shopOnPage.zone = time_zone;
}
