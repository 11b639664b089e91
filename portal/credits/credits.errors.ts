import { refusal, refusalWith } from '../refusal.ts';

export const notEnoughCredits = refusal('credits.not_enough', 'Not enough credits. Please buy credits and try again.');
export const balanceChanged = refusalWith<{ balance: string }>(
  'credits.balance_changed',
  ({ balance }) => `The balance changed while you were editing (now ${balance}). Please reload.`,
  'credit_balance',
);
export const periodBackwards = refusal('credits.period_backwards', 'The first day is after the last one.', 'from');
export const periodTooLong = refusal(
  'credits.period_too_long',
  'There is too much in this period for one statement. Please choose a shorter one.',
  'from',
);
export const spendingStopped = refusal(
  'credits.spending_stopped',
  'Payments are stopped while the credits are being checked. Please try again later.',
);
