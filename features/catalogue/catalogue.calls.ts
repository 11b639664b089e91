import * as z from 'zod/mini';
import { endpoint, declarePatch } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { AddStandardSolutions, SOLUTION_TYPES, STANDARD_SOLUTIONS } from './standard-solutions.ts';
import { SolutionFields } from './solution.ts';
import { PICTURE_ERRORS } from './media/media.calls.ts';
import { invalid } from '../../contract/texts.ts';
import { refusal, refusalWith } from '../../contract/refusal.ts';

export const SolutionType = z.enum(SOLUTION_TYPES);
export type SolutionType = z.output<typeof SolutionType>;

export const Solution = z.object({
  id: RecordId,
  name: z.string(),
  code: z.string(),
  /** Whole credits. */
  credits: z.int(),
  type: SolutionType,
  order_no: z.int(),
  image_url: z.nullable(z.string()),
});
export type Solution = z.output<typeof Solution>;

export const listSolutions = endpoint({
  method: 'GET',
  path: '/solutions',
  summary: 'List the catalogue',
  description: 'All solutions with their prices, in the order of the upload form.',
  who: 'signed-in',
  input: Nothing,
  reply: boundedList(Solution),
});

export const getSolution = endpoint({
  method: 'GET',
  path: '/solutions/:id',
  summary: 'Get a solution',
  description: 'One solution of the catalogue with its price.',
  who: 'signed-in',
  input: z.object({ id: Id }),
  reply: Solution,
});

export const addSolution = endpoint({
  method: 'POST',
  path: '/solutions',
  summary: 'Add a solution',
  description: 'Adds a tuning or an option that can be chosen for uploads from now on.',
  who: 'catalogue.change',
  status: 201,
  input: SolutionFields,
  reply: Solution,
  errors: ['catalogue.unknown_image'],
});

export const updateSolution = endpoint({
  method: 'PUT',
  path: '/solutions/:id',
  summary: 'Change a solution',
  description: 'Files uploaded with it keep the name and price they had.',
  who: 'catalogue.change',
  input: z.object({ ...SolutionFields.shape, id: Id }),
  reply: Solution,
  errors: ['catalogue.unknown_image'],
});

export const patchSolution = declarePatch(updateSolution, z.object({ ...z.partial(SolutionFields).shape, id: Id }));

export const deleteSolution = endpoint({
  method: 'DELETE',
  path: '/solutions/:id',
  summary: 'Delete a solution',
  description: 'Files uploaded with it keep its name and price.',
  who: 'catalogue.change',
  input: z.object({ id: Id }),
  reply: Done,
});

export const addStandardSolutions = endpoint({
  method: 'POST',
  path: '/solutions/standard',
  summary: 'Add standard solutions with prices',
  description:
    'Adds the named solutions of the standard catalogue, each with its price. Existing solutions are not changed.',
  who: 'catalogue.change',
  status: 201,
  input: AddStandardSolutions,
  reply: z.object({
    message: z.string(),
    /** Codes of the added solutions. */
    added: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
    /** Codes of the solutions that the catalogue already has; they stay as they are. */
    left_out: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
  }),
});

export const SolutionImage = z.object({ id: RecordId, name: z.string(), url: z.string() });
export type SolutionImage = z.output<typeof SolutionImage>;

export const listSolutionImages = endpoint({
  method: 'GET',
  path: '/solutions/images',
  summary: 'List solution images',
  description: 'Images available to solutions, newest first.',
  who: 'signed-in',
  input: Nothing,
  reply: boundedList(SolutionImage),
});

export const addSolutionImage = endpoint({
  method: 'POST',
  path: '/solutions/image-upload',
  summary: 'Add a solution image',
  description: 'A PNG, JPEG or WebP image of at most 50 megapixels.',
  who: 'catalogue.change',
  status: 201,
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  input: Nothing,
  reply: SolutionImage,
  errors: PICTURE_ERRORS,
});

export const deleteSolutionImage = endpoint({
  method: 'DELETE',
  path: '/solutions/images/:id',
  summary: 'Delete a solution image',
  description: 'Refused while a solution shows it.',
  who: 'catalogue.change',
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['catalogue.image_in_use'],
});

export const unknownImage = refusal('errors.catalogue.unknown_image', 'image_url');
export const imageInUse = refusalWith<{ solutions: string }>('errors.catalogue.image_in_use');
