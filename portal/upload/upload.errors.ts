import { refusal } from '../refusal.ts';

export const unknownSolution = refusal(
  'files.unknown_solution',
  'A chosen solution is no longer offered. Please choose again.',
  'solution_ids',
);
export const oneTuning = refusal('files.one_tuning', 'Only one TUNING solution can be chosen.', 'solution_ids');
export const tooExpensive = refusal(
  'files.too_expensive',
  'Together the chosen solutions cost more than 100000 CRS. Please choose fewer of them.',
  'solution_ids',
);
