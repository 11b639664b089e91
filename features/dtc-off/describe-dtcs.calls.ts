import * as z from 'zod/mini';
import { type InputOf, endpoint } from '../../contract/endpoint.ts';
import { boundedList } from '../../contract/fields.ts';
import { DtcRow } from './dtc-session.ts';
import { DtcName, MAX_DTCS } from '../files/dtc-name.ts';
import type { SummarisedDtc, Summary } from '../../ecu/summary.ts';

/** Longer than any name of a manufacturer or a family. */
const NAME_LENGTH = 60;

const OptionalName = z.nullable(z.string().check(z.maxLength(NAME_LENGTH)));

/** Fault paths of one code; no known table has this many. */
const Paths = z.array(z.int().check(z.minimum(0))).check(z.maxLength(1000));

export const describeDtcs = endpoint({
  method: 'POST',
  path: '/files/describe-dtcs',
  summary: 'Describe the trouble codes of a file',
  description:
    'Describes codes that a program has read from a file by itself, and lists those the operator does not switch off for the caller. The file is not sent, and nothing is stored.',
  who: 'files.upload',
  maxBodyKb: 1024,
  input: z.object({
    family: OptionalName,
    vehicle_manufacturer: OptionalName,
    /** Language of the descriptions; English when the language is not supported. */
    language: z.optional(z.string().check(z.maxLength(16))),
    rows: z
      .array(
        z.object({
          dtc: DtcName,
          /** The word stored in the file. */
          dtc_int: z.int().check(z.minimum(0)),
          maker_number: OptionalName,
          state: z.enum(['on', 'off', 'partial', 'unknown']),
          shared_with: z.array(DtcName).check(z.maxLength(1000)),
          paths: Paths,
          off_paths: Paths,
        }),
      )
      .check(z.maxLength(MAX_DTCS)),
  }),
  reply: z.object({ rows: boundedList(DtcRow, MAX_DTCS) }),
});

/** Returns the codes of a summarised file in the form that `describeDtcs` takes. */
export const toDescribeInput = ({ family, facts, dtcs }: Summary, language: string): InputOf<typeof describeDtcs> => ({
  family: family?.id ?? null,
  vehicle_manufacturer: facts.find(({ name }) => name === 'vehicleManufacturer')?.value ?? null,
  language,
  rows: dtcs?.outcome === 'found' ? dtcs.rows.map(rowOf) : [],
});

const rowOf = ({ code, number, makerNumber, state, sharedWith, paths, offPaths }: SummarisedDtc) => ({
  dtc: code,
  dtc_int: number,
  maker_number: makerNumber,
  state,
  shared_with: sharedWith,
  paths,
  off_paths: offPaths,
});
