import { handle, handlePublic } from '../../../../server/http/call.ts';
import * as contract from '../media.calls.ts';
import { getMediaFile } from './media-files.ts';
import { addLoginMedia, deleteLoginMedia, getLoginBackground, listLoginMedia } from './media.ts';

export const mediaRoutes = [
  handlePublic(contract.getLoginBackground, ({ deps }) => getLoginBackground(deps.db)),
  handlePublic(contract.listLoginMedia, ({ deps }) => listLoginMedia(deps.db)),
  handle(contract.addLoginMedia, ({ deps, actor, upload }) => addLoginMedia(deps, actor, upload)),
  handle(contract.deleteLoginMedia, ({ deps, actor, input }) => deleteLoginMedia(deps, actor, input.id)),
  handlePublic(contract.getMediaFile, ({ deps, input }) => getMediaFile(deps, input.name)),
];
