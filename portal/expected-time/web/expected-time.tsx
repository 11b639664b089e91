import { formatDate } from '../../../web/languages/dates.ts';
import { t } from '../../../web/text.ts';
import type { ExpectedTime } from '../expected-time.contract.ts';
import { useExpectedTime, useExpectedTimeOfFile } from './expected-time.api.ts';

/** Of an order that is being filled in. */
export const ExpectedOfOrder = ({ solutionIds }: { solutionIds: readonly number[] }) => (
  <Sentence expected={useExpectedTime(solutionIds).data} />
);

/** Of a file that waits for its price. */
export const ExpectedOfFile = ({ fileId }: { fileId: number }) => (
  <Sentence expected={useExpectedTimeOfFile(fileId).data} />
);

/** The median while it lies ahead, then what four of five keep to, then nothing. */
function Sentence({ expected }: { expected: ExpectedTime | undefined }) {
  const moment = [expected?.usually, expected?.mostly].flatMap((one) => (one ? [new Date(one)] : [])).find(isAhead);
  if (moment === undefined) return null;
  return <p className="text-body text-text2">{t('expected-time.usuallyReady', { when: whenText(moment) })}</p>;
}

const isAhead = (moment: Date) => moment.getTime() > Date.now();

/** The time alone where it is today. */
const whenText = (moment: Date) =>
  formatDate(moment.toDateString() === new Date().toDateString() ? 'time' : 'minutes', moment);
