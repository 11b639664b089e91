import { refusal, refusalWith } from '../../contract/refusal.ts';

export const notEnoughCredits = refusal('errors.credits.not_enough');
export const balanceChanged = refusalWith<{ balance: { cents: number } }>(
  'errors.credits.balance_changed',
  'credit_balance',
);
export const periodBackwards = refusal('errors.credits.period_backwards', 'from');
export const periodTooLong = refusal('errors.credits.period_too_long', 'from');
export const spendingStopped = refusal('errors.credits.spending_stopped');
