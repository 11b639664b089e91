import { answer } from '../../../server/http/call.ts';
import * as contract from '../catalogue.contract.ts';
import * as images from '../solution-images.contract.ts';
import { addSolution, deleteSolution, getSolution, listSolutions, updateSolution } from './catalogue.ts';
import { addSolutionImage, deleteSolutionImage, listSolutionImages } from './solution-images.ts';

export const catalogueAnswers = [
  answer(contract.listSolutions, ({ deps }) => listSolutions(deps.db)),
  answer(contract.getSolution, ({ deps, input }) => getSolution(deps.db, input.id)),
  answer(contract.addSolution, ({ deps, actor, input }) => addSolution(deps, actor, input)),
  answer(contract.updateSolution, ({ deps, actor, input }) => updateSolution(deps, actor, input)),
  answer(contract.deleteSolution, ({ deps, actor, input }) => deleteSolution(deps, actor, input.id)),
  answer(images.listSolutionImages, ({ deps }) => listSolutionImages(deps.db)),
  answer(images.addSolutionImage, ({ deps, actor, upload }) => addSolutionImage(deps, actor, upload)),
  answer(images.deleteSolutionImage, ({ deps, actor, input }) => deleteSolutionImage(deps, actor, input.id)),
];
