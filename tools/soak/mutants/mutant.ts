/** One fault: the replacements of texts in files, and the tests that have to detect it. */
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
