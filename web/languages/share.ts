import { formatNumber } from './numbers.ts';

/** Formats a share from 0 to 1: 0.9996 is "99.9%" and 0.0002 "0.1%", since all and none are statements of their own. */
export function formatShare(share: number): string {
  const shown = share === 0 || share === 1 ? share : Math.min(0.999, Math.max(0.001, share));
  return formatNumber(shown, { style: 'percent', maximumFractionDigits: 1 });
}
