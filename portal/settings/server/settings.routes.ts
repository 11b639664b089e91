import { answer, answerAnyone } from '../../../server/http/call.ts';
import * as contract from '../settings.contract.ts';
import { getApplicationConfiguration } from './settings.ts';
import { setApplicationConfiguration } from './texts.ts';

export const settingsAnswers = [
  answerAnyone(contract.getApplicationConfiguration, ({ deps }) => getApplicationConfiguration(deps)),
  answer(contract.setApplicationConfiguration, ({ deps, actor, input }) =>
    setApplicationConfiguration(deps, actor, input),
  ),
];
