import { refusal } from '../../../contract/refusal.ts';

export const unknownSolution = refusal('errors.files.unknown_solution', 'solution_ids');
export const oneTuning = refusal('errors.files.one_tuning', 'solution_ids');
export const tooExpensive = refusal('errors.files.too_expensive', 'solution_ids');
