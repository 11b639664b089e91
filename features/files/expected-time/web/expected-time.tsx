import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../../web/languages/dates.ts';
import { formatShopDay } from '../../../../web/languages/time-zone.ts';
import { t } from '../../../../web/languages/text.ts';
import { type ExpectedTime, getExpectedTime, getExpectedTimeOfFile } from '../expected-time.calls.ts';
import { call } from '../../../../web/client/call.ts';

/** Expected time of an order that is being filled in. */
export const ExpectedOfOrder = ({ solutionIds }: { solutionIds: readonly number[] }) => (
  <Sentence expected={useExpectedTime(solutionIds).data} />
);

/** Expected time of an order of which no solution is chosen yet: of any order. */
export const ExpectedOfAnyOrder = () => <Sentence expected={useExpectedTime([], true).data} />;

/** Expected time of a file that waits for its price. */
export const ExpectedOfFile = ({ fileId }: { fileId: number }) => (
  <Sentence expected={useExpectedTimeOfFile(fileId).data} />
);

/** Shows the median while it lies ahead, then the 80th percentile, then nothing. */
function Sentence({ expected }: { expected: ExpectedTime | undefined }) {
  const moment = [expected?.usually, expected?.mostly].flatMap((one) => (one ? [new Date(one)] : [])).find(isAhead);
  if (moment === undefined) return null;
  return <p className="text-body text-text2">{t('files.expectedTime.usuallyReady', { when: whenText(moment) })}</p>;
}

const isAhead = (moment: Date) => moment.getTime() > Date.now();

/** Only the time of day when the moment is today. */
const whenText = (moment: Date) =>
  formatDate(formatShopDay(moment) === formatShopDay(new Date()) ? 'time' : 'minutes', moment);

/** The expected time changes slowly; it is refreshed mainly because the reader's time passes. */
const ONE_MINUTE_MS = 60_000;

const useExpectedTime = (solutionIds: readonly number[], isOfAny = false) => {
  const solutions = solutionIds.toSorted((a, b) => a - b).join(',');
  return useQuery({
    queryKey: ['expected-time', solutions],
    queryFn: ({ signal }) => call(getExpectedTime, { solutions }, { signal }),
    enabled: isOfAny || solutions !== '',
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
};

const useExpectedTimeOfFile = (id: number) =>
  useQuery({
    queryKey: ['file', id, 'expected-time'],
    queryFn: ({ signal }) => call(getExpectedTimeOfFile, { id }, { signal }),
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
