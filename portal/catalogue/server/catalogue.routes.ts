import { outcome } from '../../../server/http/call.ts';
import * as contract from '../catalogue.contract.ts';
import * as images from '../solution-images.contract.ts';
import { addSolution, deleteSolution, getSolution, listSolutions, updateSolution } from './catalogue.ts';
import * as standard from '../standard-solutions.contract.ts';
import { addStandardSolutions } from './standard-solutions.ts';
import { addSolutionImage, deleteSolutionImage, listSolutionImages } from './solution-images.ts';

export const catalogueRoutes = [
  outcome(contract.listSolutions, ({ deps }) => listSolutions(deps.db)),
  outcome(contract.getSolution, ({ deps, input }) => getSolution(deps.db, input.id)),
  outcome(contract.addSolution, ({ deps, actor, input }) => addSolution(deps, actor, input)),
  outcome(contract.updateSolution, ({ deps, actor, input }) => updateSolution(deps, actor, input)),
  outcome(contract.deleteSolution, ({ deps, actor, input }) => deleteSolution(deps, actor, input.id)),
  outcome(standard.addStandardSolutions, ({ deps, actor, input }) => addStandardSolutions(deps, actor, input)),
  outcome(images.listSolutionImages, ({ deps }) => listSolutionImages(deps.db)),
  outcome(images.addSolutionImage, ({ deps, actor, upload }) => addSolutionImage(deps, actor, upload)),
  outcome(images.deleteSolutionImage, ({ deps, actor, input }) => deleteSolutionImage(deps, actor, input.id)),
];
