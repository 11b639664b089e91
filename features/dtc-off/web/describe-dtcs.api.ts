import { useQuery } from '@tanstack/react-query';
import type { Summary } from '../../../ecu/summary.ts';
import { call } from '../../../web/client/call.ts';
import { currentLanguage } from '../../../web/languages/text.ts';
import { describeDtcs } from '../describe-dtcs.calls.ts';
import { describeInputOf } from '../describe-dtcs.rules.ts';

/** Each summary stands for one file that was read; its content is too long for a query key, so it is numbered. */
const numbers = new WeakMap<Summary, number>();
let last = 0;

function numberOf(summary: Summary): number {
  const number = numbers.get(summary) ?? (last += 1);
  numbers.set(summary, number);
  return number;
}

/** Returns the codes of a file that was read in this browser, as the server describes them. */
export const useDescribedDtcs = (summary: Summary) =>
  useQuery({
    queryKey: ['described-dtcs', numberOf(summary), currentLanguage()],
    queryFn: async ({ signal }) =>
      (await call(describeDtcs, describeInputOf(summary, currentLanguage()), { signal })).rows,
    staleTime: Infinity,
  });
