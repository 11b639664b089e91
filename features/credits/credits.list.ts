export const LEDGER_SOURCES = ['Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF'] as const;
