import { outcome, handlePublic } from '../../../server/http/call.ts';
import * as contract from '../settings.contract.ts';
import { getApplicationConfiguration } from './settings.ts';
import { setApplicationConfiguration } from './texts.ts';

export const settingsRoutes = [
  handlePublic(contract.getApplicationConfiguration, ({ deps }) => getApplicationConfiguration(deps)),
  outcome(contract.setApplicationConfiguration, ({ deps, actor, input }) =>
    setApplicationConfiguration(deps, actor, input),
  ),
];
