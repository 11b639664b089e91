import { useQuery } from '@tanstack/react-query';
import type { SummarisedDtc, Summary } from '../../../ecu/summary.ts';
import { call } from '../../../web/call.ts';
import { currentLanguage } from '../../../web/text.ts';
import type { InputOf } from '../../endpoint.ts';
import { describeDtcs } from '../describe-dtcs.contract.ts';

/** Each summary is one file that was read; its content is too long for a key. */
const numbers = new WeakMap<Summary, number>();
let last = 0;

function numberOf(summary: Summary): number {
  const number = numbers.get(summary) ?? (last += 1);
  numbers.set(summary, number);
  return number;
}

/** The codes of a file that was read in this browser, as the server describes them. */
export const useDescribedDtcs = (summary: Summary) =>
  useQuery({
    queryKey: ['described-dtcs', numberOf(summary), currentLanguage()],
    queryFn: async ({ signal }) => (await call(describeDtcs, inputOf(summary), { signal })).rows,
    staleTime: Infinity,
  });

const inputOf = ({ family, facts, dtcs }: Summary): InputOf<typeof describeDtcs> => ({
  family: family?.id ?? null,
  vehicle_manufacturer: facts.find(({ name }) => name === 'vehicleManufacturer')?.value ?? null,
  language: currentLanguage(),
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
