import type { Summary, SummarisedDtc } from '../../ecu/summary.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { describeDtcs } from './describe-dtcs.calls.ts';

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
