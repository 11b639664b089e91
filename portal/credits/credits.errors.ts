import { refusal, refusalWith } from '../refusal.ts';

export const notEnoughCredits = refusal('credits.not_enough', 'Not enough credits. Please buy credits and try again.');
export const balanceChanged = refusalWith<{ balance: string }>(
  'credits.balance_changed',
  ({ balance }) => `The balance changed while you were editing (now ${balance}). Please reload.`,
  'credit_balance',
);
export const spendingStopped = refusal(
  'credits.spending_stopped',
  'Payments are stopped while the credits are being checked. Please try again later.',
);
