export const SANDBOX_STATUSES = [
  'Completed',
  'Pending',
  'Failed',
  'Denied',
  'Refunded',
  'Reversed',
  'Canceled_Reversal',
] as const;
