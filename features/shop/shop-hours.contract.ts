import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './shop-hours.schemas.ts';

export type * from './shop-hours.schemas.ts';

export const getShopHours = endpoint<typeof schemas.getShopHours>()({
  method: 'GET',
  path: '/shop-hours',
  summary: 'Get the opening hours',
  description: 'The opening hours in which expected times and target times are counted, and the time zone of the shop.',
  who: 'settings.change',
});

export const setShopHours = endpoint<typeof schemas.setShopHours>()({
  method: 'PUT',
  path: '/shop-hours',
  summary: 'Set the opening hours',
  description:
    'Overrides SHOP_HOURS, SHOP_HOLIDAYS and SHOP_TIME_ZONE. Where hours or the zone are empty, those settings apply again.',
  who: 'settings.change',
  errors: ['settings.hours_format', 'settings.holidays_format', 'settings.unknown_time_zone'],
});
