import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { upload } from '../../../web/client/upload.ts';
import { useChange } from '../../../web/client/use-change.ts';
import * as hours from '../shop-hours.calls.ts';
import * as logo from '../shop-hours.calls.ts';

const CHANGED = [['application-configuration'], ['dashboard']];

export const useSetShopLogo = () => useChange((file: File) => upload(logo.setShopLogo, {}, { file }), CHANGED);
export const useDeleteShopLogo = () => useChange(() => call(logo.deleteShopLogo, {}), CHANGED);

const HOURS = ['shop-hours'] as const;

export const useShopHours = () =>
  useQuery({ queryKey: HOURS, queryFn: ({ signal }) => call(hours.getShopHours, {}, { signal }), staleTime: 0 });

export const useSetShopHours = () =>
  useChange((written: Partial<hours.ShopHoursText>) => call(hours.setShopHours, written), [HOURS, ...CHANGED]);
