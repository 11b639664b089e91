import * as z from 'zod/mini';
import { orNothing } from '../files/free-text.schemas.ts';
import { GEARS, PETROL_TYPES, VEHICLES, YEAR_MAX, YEAR_MIN } from './vehicle.list.ts';

const chosen = (sentence: string) =>
  z.string(sentence).check(z.trim(), z.minLength(1, sentence), z.maxLength(120, 'At most 120 characters.'));

const years = Array.from({ length: YEAR_MAX - YEAR_MIN + 1 }, (_, index) => String(YEAR_MIN + index));

export const CreateFile = z.object({
  vehicle: z.enum(VEHICLES, 'Please choose a vehicle.'),
  brand: chosen('Please choose a brand.'),
  model: chosen('Please choose an ECU model.'),
  ecu: chosen('Please fill in the ECU information.'),
  petrol_type: z.enum(PETROL_TYPES, 'Please choose a petrol type.'),
  /** The year, sent as `generation`. */
  generation: z.enum(years, 'Please choose a year.'),
  gear: z.pipe(
    z.optional(z.nullable(z.enum(['', ...GEARS], 'Please choose a gear from the list.'))),
    z.transform((value) => (value ? value : null)),
  ),
  reading_device: orNothing(120),
  description: orNothing(2000),
  solution_ids: z
    .array(z.int('Please choose solutions from the list.'), 'You must select at least one solution to upload the file.')
    .check(
      z.minLength(1, 'You must select at least one solution to upload the file.'),
      z.maxLength(100, 'Too many solutions.'),
    ),
  /** Comma-joined names as the browser shows them. Only a `DTC:{text}` part is read; the names come from the ids. */
  solution: z.optional(z.string().check(z.maxLength(4000, 'The DTC text is too long.'))),
});
export type CreateFile = z.output<typeof CreateFile>;
