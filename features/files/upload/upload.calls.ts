import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/texts.ts';
import { Credits, RecordId, boundedList } from '../../../contract/fields.ts';
import { ExpectedTime, SolutionIdList } from '../expected-time/expected-time.calls.ts';
import { FileDetail } from '../file.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.calls.ts';
import { CreateFile } from './create-file.ts';

const ORDER_ERRORS = ['files.one_tuning', 'files.too_expensive', 'files.unknown_solution'];

export const getQuote = endpoint({
  method: 'GET',
  path: '/quote',
  summary: 'Get a quote',
  description:
    'What an order with these solutions costs by the catalogue, and when it is usually ready, before anything is uploaded. The shop may set another price once it has seen the file.',
  who: 'files.upload',
  input: z.object({ solutions: SolutionIdList }),
  reply: z.object({
    price: Credits,
    solutions: boundedList(z.object({ id: RecordId, name: z.string(), credits: Credits }), 100),
    expected_time: ExpectedTime,
  }),
  errors: ORDER_ERRORS,
});

export const createFile = endpoint({
  method: 'POST',
  path: '/files',
  summary: 'Upload a file',
  description: 'Creates a job from the original, the vehicle and the chosen solutions.',
  who: 'files.upload',
  status: 201,
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  input: CreateFile,
  reply: FileDetail,
  errors: [...UPLOAD_LIMIT_ERRORS, ...ORDER_ERRORS],
});
