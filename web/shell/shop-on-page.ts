import type { ApplicationConfiguration } from '../../portal/settings/settings.contract.ts';
import { useApplicationConfiguration } from '../../portal/settings/web/settings.api.ts';
import { shopOnPage } from './shop.ts';

/** A change is on every page that is open; before a login it comes with the next page. What is drawn below has it. */
export function useShopOnPage(): void {
  const { data } = useApplicationConfiguration();
  if (data !== undefined) show(data);
}

function show({ shop_name, logo_url }: ApplicationConfiguration): void {
  shopOnPage.shop = shop_name ?? '';
  shopOnPage.logo = logo_url ?? '';
}
