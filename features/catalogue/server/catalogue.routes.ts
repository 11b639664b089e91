import { handle } from '../../../server/http/call.ts';
import * as contract from '../catalogue.calls.ts';
import * as images from '../catalogue.calls.ts';
import * as standard from '../catalogue.calls.ts';
import { addSolution, deleteSolution, getSolution, listSolutions, updateSolution } from './catalogue.ts';
import { addStandardSolutions } from './standard-solutions.ts';
import { addSolutionImage, deleteSolutionImage, listSolutionImages } from './solution-images.ts';

export const catalogueRoutes = [
  handle(contract.listSolutions, ({ deps }) => listSolutions(deps.db)),
  handle(contract.getSolution, ({ deps, input }) => getSolution(deps.db, input.id)),
  handle(contract.addSolution, ({ deps, actor, input }) => addSolution(deps, actor, input)),
  handle(contract.updateSolution, ({ deps, actor, input }) => updateSolution(deps, actor, input)),
  handle(contract.deleteSolution, ({ deps, actor, input }) => deleteSolution(deps, actor, input.id)),
  handle(standard.addStandardSolutions, ({ deps, actor, input }) => addStandardSolutions(deps, actor, input)),
  handle(images.listSolutionImages, ({ deps }) => listSolutionImages(deps.db)),
  handle(images.addSolutionImage, ({ deps, actor, upload }) => addSolutionImage(deps, actor, upload)),
  handle(images.deleteSolutionImage, ({ deps, actor, input }) => deleteSolutionImage(deps, actor, input.id)),
];
