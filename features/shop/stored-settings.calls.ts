import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { AppliedSettings, StoredSettings } from './stored-settings.ts';

export const getStoredSettings = endpoint({
  method: 'GET',
  path: '/shop-settings',
  summary: 'Get what the shop has decided',
  description: 'Links, deadlines and texts of the shop as they apply now, whether stored or by default.',
  who: 'settings.change',
  input: Nothing,
  reply: AppliedSettings,
});

export const setStoredSettings = endpoint({
  method: 'PUT',
  path: '/shop-settings',
  summary: 'Decide for the shop',
  description:
    'Stores links, deadlines and texts; they apply at once, in other processes within half a minute. Fields that are omitted are not changed. With null or an empty text, the default applies again.',
  who: 'settings.change',
  needsFreshSignIn: true,
  input: StoredSettings,
  reply: Done,
  errors: ['accounts.own_second_factor_first', 'settings.https_address', 'webhooks.url_private'],
});
