import { formatNumber } from '../languages/numbers.ts';

/** Rows that the server counts unless all of them are asked for. */
const MAX_COUNTED = 10_000;

/** Writes how many there are; "10,000+" where there are more than were counted. */
export const countText = (count: number, isCapped = false): string =>
  isCapped ? `${formatNumber(Math.min(count, MAX_COUNTED), {})}+` : String(count);
