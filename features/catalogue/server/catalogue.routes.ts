import { handle, handlePublic } from '../../../server/http/call.ts';
import * as contract from '../catalogue.calls.ts';
import {
  addSolution,
  addStandardSolutions,
  deleteSolution,
  getSolution,
  listSolutions,
  updateSolution,
} from './catalogue.ts';
import { addSolutionImage, deleteSolutionImage, listSolutionImages } from './solution-images.ts';
import * as mediaCalls from '../media/media.calls.ts';
import { getMediaFile } from '../media/server/media-files.ts';
import { addLoginMedia, deleteLoginMedia, getLoginBackground, listLoginMedia } from '../media/server/media.ts';

export const catalogueRoutes = [
  handle(contract.listSolutions, ({ deps }) => listSolutions(deps.db)),
  handle(contract.getSolution, ({ deps, input }) => getSolution(deps.db, input.id)),
  handle(contract.addSolution, ({ deps, actor, input }) => addSolution(deps, actor, input)),
  handle(contract.patchSolution, ({ deps, actor, input }) => updateSolution(deps, actor, input)),
  handle(contract.updateSolution, ({ deps, actor, input }) => updateSolution(deps, actor, input)),
  handle(contract.deleteSolution, ({ deps, actor, input }) => deleteSolution(deps, actor, input.id)),
  handle(contract.addStandardSolutions, ({ deps, actor, input }) => addStandardSolutions(deps, actor, input)),
  handle(contract.listSolutionImages, ({ deps }) => listSolutionImages(deps.db)),
  handle(contract.addSolutionImage, ({ deps, actor, upload }) => addSolutionImage(deps, actor, upload)),
  handle(contract.deleteSolutionImage, ({ deps, actor, input }) => deleteSolutionImage(deps, actor, input.id)),
  handlePublic(mediaCalls.getLoginBackground, ({ deps }) => getLoginBackground(deps.db)),
  handlePublic(mediaCalls.listLoginMedia, ({ deps }) => listLoginMedia(deps.db)),
  handle(mediaCalls.addLoginMedia, ({ deps, actor, upload }) => addLoginMedia(deps, actor, upload)),
  handle(mediaCalls.deleteLoginMedia, ({ deps, actor, input }) => deleteLoginMedia(deps, actor, input.id)),
  handlePublic(mediaCalls.getMediaFile, ({ deps, input }) => getMediaFile(deps, input.name)),
];
