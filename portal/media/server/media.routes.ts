import { answer, answerAnyone } from '../../../server/http/call.ts';
import * as contract from '../media.contract.ts';
import { getMediaFile } from './media-files.ts';
import { addLoginMedia, deleteLoginMedia, getLoginBackground, listLoginMedia } from './media.ts';

export const mediaAnswers = [
  answerAnyone(contract.getLoginBackground, ({ deps }) => getLoginBackground(deps.db)),
  answerAnyone(contract.listLoginMedia, ({ deps }) => listLoginMedia(deps.db)),
  answer(contract.addLoginMedia, ({ deps, actor, upload }) => addLoginMedia(deps, actor, upload)),
  answer(contract.deleteLoginMedia, ({ deps, actor, input }) => deleteLoginMedia(deps, actor, input.id)),
  answerAnyone(contract.getMediaFile, ({ deps, input }) => getMediaFile(deps, input.name)),
];
