export const PAYMENTS_SHOWN = ['review', 'open', 'rejected', 'all'] as const;
