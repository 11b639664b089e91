/** One fault: in this file, this text becomes that one; and the tests that ought to notice. */
export interface Mutant {
  name: string;
  edits: { file: string; from: string; to: string }[];
  tests: string[];
}

/** A fault of one edit. */
export const one = (name: string, file: string, [from, to]: [string, string], ...tests: string[]): Mutant => ({
  name,
  edits: [{ file, from, to }],
  tests,
});
