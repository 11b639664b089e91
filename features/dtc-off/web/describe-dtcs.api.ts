import { useQuery } from '@tanstack/react-query';
import type { Summary } from '../../../ecu/summary.ts';
import { call } from '../../../web/client/call.ts';
import { getCurrentLanguage } from '../../../web/languages/text.ts';
import { describeDtcs } from '../describe-dtcs.calls.ts';
import { toDescribeInput } from '../describe-dtcs.rules.ts';

/** Each summary stands for one file that was read; its content is too long for a query key, so it is numbered. */
const numbers = new WeakMap<Summary, number>();
let last = 0;

function assignNumber(summary: Summary): number {
  const number = numbers.get(summary) ?? (last += 1);
  numbers.set(summary, number);
  return number;
}

/** Returns the codes of a file that was read in this browser, as the server describes them. */
export const useDescribedDtcs = (summary: Summary) =>
  useQuery({
    queryKey: ['described-dtcs', assignNumber(summary), getCurrentLanguage()],
    queryFn: async ({ signal }) =>
      (await call(describeDtcs, toDescribeInput(summary, getCurrentLanguage()), { signal })).rows,
    staleTime: Infinity,
  });
