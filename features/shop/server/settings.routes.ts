import { handle, handlePublic } from '../../../server/http/call.ts';
import * as contract from '../settings.calls.ts';
import * as logo from '../shop-logo.calls.ts';
import * as hours from '../shop-hours.calls.ts';
import * as decisions from '../stored-settings.calls.ts';
import { getApplicationConfiguration } from './settings.ts';
import { getShopHours, setShopHours } from './stored-hours.ts';
import { getStoredSettings, setStoredSettings } from './stored-settings.ts';
import { deleteShopLogo, setShopLogo } from './shop-logo.ts';
import { setApplicationConfiguration } from './texts.ts';

export const settingsRoutes = [
  handlePublic(contract.getApplicationConfiguration, ({ deps }) => getApplicationConfiguration(deps)),
  handle(contract.setApplicationConfiguration, ({ deps, actor, input }) =>
    setApplicationConfiguration(deps, actor, input),
  ),
  handle(decisions.getStoredSettings, ({ deps }) => getStoredSettings(deps)),
  handle(decisions.setStoredSettings, ({ deps, actor, input }) => setStoredSettings(deps, actor, input)),
  handle(hours.getShopHours, ({ deps }) => getShopHours(deps)),
  handle(hours.setShopHours, ({ deps, actor, input }) => setShopHours(deps, actor, input)),
  handle(logo.setShopLogo, ({ deps, actor, upload }) => setShopLogo(deps, actor, upload)),
  handle(logo.deleteShopLogo, ({ deps, actor }) => deleteShopLogo(deps, actor)),
];
