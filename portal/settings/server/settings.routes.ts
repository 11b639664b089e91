import { answerAnyone } from '../../../server/http/call.ts';
import * as contract from '../settings.contract.ts';
import { getApplicationConfiguration } from './settings.ts';

export const settingsAnswers = [
  answerAnyone(contract.getApplicationConfiguration, ({ deps }) => getApplicationConfiguration(deps)),
];
