import { useApplicationConfiguration } from '../../portal/settings/web/settings.api.ts';
import { shopOnPage } from './shop.ts';

/** A change is on every page that is open; before a login it comes with the next page. What is drawn below has it. */
export function useShopOnPage(): void {
  const { data } = useApplicationConfiguration();
  if (data === undefined) return;
  shopOnPage.shop = data.shop_name ?? '';
  shopOnPage.logo = data.logo_url ?? '';
}
