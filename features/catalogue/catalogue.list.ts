export const SOLUTION_TYPES = ['TUNING', 'OPTION'] as const;
