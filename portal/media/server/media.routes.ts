import { answerAnyone } from '../../../server/http/call.ts';
import * as contract from '../media.contract.ts';
import { getLoginBackground } from './media.ts';

export const mediaAnswers = [answerAnyone(contract.getLoginBackground, ({ deps }) => getLoginBackground(deps.db))];
