import { shareOfBalances } from '../credits/money.rules.ts';
import { DTC_OFF_CREDITS } from './dtc-off.calls.ts';

/** G-26: a link for buying credits replaces the button. */
export const isOutOfCredits = (balances: { ai: number; main: number }): boolean =>
  balances.main === 0 && shareOfBalances(balances, DTC_OFF_CREDITS) === null;
