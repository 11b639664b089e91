import { STANDARD_SOLUTIONS, type StandardSolution } from './standard-solutions.ts';

/** Path of the drawing that comes with the program. */
export const drawingOf = ({ picture }: StandardSolution): string => `/solutions/${picture}.svg`;

/** Returns the solution's place among those of its type, from 1. */
export const findPlace = (solution: StandardSolution): number =>
  STANDARD_SOLUTIONS.filter(({ type }) => type === solution.type).indexOf(solution) + 1;

/** Returns the standard solutions of which a catalogue has neither the name nor the code. */
export function listMissingSolutions(catalogue: readonly { name: string; code: string }[]): StandardSolution[] {
  const known = new Set(catalogue.flatMap(({ name, code }) => [name, code].map(normalizeWord)));
  return STANDARD_SOLUTIONS.filter(
    ({ name, code }) => !known.has(normalizeWord(name)) && !known.has(normalizeWord(code)),
  );
}

const normalizeWord = (text: string) => text.trim().toLowerCase();
