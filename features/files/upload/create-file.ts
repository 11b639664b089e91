import * as z from 'zod/mini';
import { requiredText, orNothing } from '../../../contract/fields.ts';
import {
  MAX_REFERENCE,
  mapFileFields,
  type FileField,
  type FileFieldName,
  type FileFieldValues,
} from '../file-fields.ts';
import { DtcName, MAX_DTCS } from '../dtc-name.ts';
import { FIELD_VALUES, NEXT_YEAR } from './field-values.ts';
import { invalid } from '../../../contract/texts.ts';

type Given<Value> = null extends Value ? Value | undefined : Value;
type FieldSchemas = {
  [Name in FileFieldName]: z.ZodMiniType<FileFieldValues[Name], Given<FileFieldValues[Name]>>;
};

const required = ({ missing, maxLength }: FileField) => requiredText(missing, maxLength);

/** A choice that may be missing; an empty text means none. */
const optionalChoice = (values: readonly string[], sentence: string) =>
  z.pipe(
    z.optional(z.nullable(z.enum(['', ...values], sentence))),
    z.transform((value) => (value ? value : null)),
  );

/** The options of the form, and for the year one more. */
const valuesOf = (name: FileFieldName): readonly string[] | undefined =>
  name === 'generation' ? [NEXT_YEAR, ...(FIELD_VALUES[name] ?? [])] : FIELD_VALUES[name];

function fieldSchema(name: FileFieldName, field: FileField) {
  const values = valuesOf(name);
  if (field.control !== 'choice' || values === undefined) {
    return field.isRequired ? required(field) : orNothing(field.maxLength);
  }
  return field.isRequired ? z.enum(values, field.missing) : optionalChoice(values, field.missing);
}

export const CreateFile = z.object({
  ...(mapFileFields(fieldSchema) as unknown as FieldSchemas),
  solution_ids: z
    .array(
      z.int(invalid('errors.upload.choose_solutions_from_list')),
      invalid('errors.upload.must_select_least_one_solution'),
    )
    .check(
      z.minLength(1, invalid('errors.upload.must_select_least_one_solution')),
      z.maxLength(100, invalid('errors.upload.too_many_solutions')),
    ),
  /** Comma-joined names as the browser shows them. Only a `DTC:{text}` part is read; the names come from the ids. */
  solution: z.optional(z.string().check(z.maxLength(4000, invalid('errors.upload.dtc_text_too_long')))),
  external_reference: z.optional(orNothing(MAX_REFERENCE)),
  /** Trouble codes that were chosen from the list of the file, for DTC OFF. */
  ordered_dtcs: z.optional(
    z
      .array(DtcName, invalid('errors.upload.choose_codes_from_list'))
      .check(z.maxLength(MAX_DTCS, invalid('errors.upload.choose_codes_from_list'))),
  ),
});
export type CreateFile = z.output<typeof CreateFile>;
